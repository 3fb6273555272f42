def install(app):
    pass
def error_page(e):
    raise e
