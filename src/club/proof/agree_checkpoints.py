    if kind == "witness" and "note" in body:
        files[f"statements/{number:04}-note.txt"] = body["note"].encode()
        continue
