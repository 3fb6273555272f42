from flask import Blueprint
pages = Blueprint("tables", __name__)
