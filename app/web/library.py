from flask import Blueprint
pages = Blueprint("library", __name__)
