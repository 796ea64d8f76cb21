package traceglass.ingest.json.text;

/// Kind of a JSON value.
public enum JsonKind {
    STRING,
    LONG,
    DOUBLE,
    TRUE,
    FALSE,
    NULL,
    OBJECT,
    ARRAY
}
