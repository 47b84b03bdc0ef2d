"""API documents of a given size: resources with a list, create, read, replace, patch and delete each."""

from io import StringIO

# A resource is about 6 kB of text.
FIELDS = 24


def fields(out: StringIO, number: int) -> None:
    types = ("{type: string, minLength: 1, maxLength: 80", "{type: integer, minimum: 0, maximum: 100000", "{type: boolean",
             "{type: string, format: date-time")
    for i in range(FIELDS):
        out.write(f"        field_{i}: {types[i % len(types)]}, description: \"Field {i} of item {number}, which only this document "
                  f"describes at some length\"}}\n")


def schema(out: StringIO, number: int) -> None:
    out.write(f"    Item{number}:\n      type: object\n      required: [field_0, field_1]\n      properties:\n"
              "        id: {type: string, format: uuid, readOnly: true}\n")
    fields(out, number)


def paths(out: StringIO, number: int) -> None:
    body = f"{{content: {{application/json: {{schema: {{$ref: '#/components/schemas/Item{number}'}}}}}}"
    response = f"{body}, description: the item}}"
    many = (f"{{description: the items, content: {{application/json: {{schema: {{type: array, items: "
            f"{{$ref: '#/components/schemas/Item{number}'}}}}}}}}}}")
    missing = "'404': {description: no such item}"
    by_id = "      parameters: [{name: id, in: path, required: true, schema: {type: string, format: uuid}}]\n"
    out.write(f"  /items{number}:\n    get:\n      operationId: list{number}\n      responses: {{'200': {many}}}\n")
    out.write(f"    post:\n      operationId: create{number}\n      requestBody: {body}}}\n      responses: {{'201': {response}}}\n")
    out.write(f"  /items{number}/{{id}}:\n")
    for method, name in (("get", "read"), ("put", "replace"), ("patch", "patch")):
        request = "" if method == "get" else f"      requestBody: {body}}}\n"
        out.write(f"    {method}:\n      operationId: {name}{number}\n{by_id}{request}"
                  f"      responses: {{'200': {response}, {missing}}}\n")
    out.write(f"    delete:\n      operationId: delete{number}\n{by_id}      responses: {{'204': {{description: deleted}}, {missing}}}\n")


def document(size: int) -> str:
    """Returns an OpenAPI document of at least `size` bytes of YAML."""
    above, below = StringIO(), StringIO()
    above.write("openapi: 3.1.0\ninfo: {title: Items, version: '1'}\npaths:\n")
    number = 0
    while above.tell() + below.tell() < size:
        paths(above, number)
        schema(below, number)
        number += 1
    return f"{above.getvalue()}components:\n  schemas:\n{below.getvalue()}"
