from flask import Blueprint
pages = Blueprint("play", __name__)
