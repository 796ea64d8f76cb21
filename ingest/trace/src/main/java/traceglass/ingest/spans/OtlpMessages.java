package traceglass.ingest.spans;

import traceglass.ingest.spans.ProtoTree.Message;
import traceglass.ingest.spans.ProtoTree.Type;

/// OTLP messages by field number, with the field names used in JSON.
final class OtlpMessages {

    private static final Message ANY_VALUE = new Message();
    private static final Message KEY_VALUE =
            new Message().field(1, "key", Type.STRING).message(2, "value", ANY_VALUE);

    static {
        ANY_VALUE
                .field(1, "stringValue", Type.STRING)
                .field(2, "boolValue", Type.BOOL)
                .field(3, "intValue", Type.INT)
                .field(4, "doubleValue", Type.DOUBLE)
                .message(5, "arrayValue", new Message().messages(1, "values", ANY_VALUE))
                .message(6, "kvlistValue", new Message().messages(1, "values", KEY_VALUE))
                .field(7, "bytesValue", Type.HEX);
    }

    static final Message RESOURCE = new Message().messages(1, "attributes", KEY_VALUE);
    static final Message SCOPE = new Message()
            .field(1, "name", Type.STRING)
            .field(2, "version", Type.STRING)
            .messages(3, "attributes", KEY_VALUE);

    private static final Message EVENT = new Message()
            .field(1, "timeUnixNano", Type.INT)
            .field(2, "name", Type.STRING)
            .messages(3, "attributes", KEY_VALUE);
    private static final Message LINK =
            new Message().field(1, "traceId", Type.HEX).field(2, "spanId", Type.HEX);
    private static final Message STATUS =
            new Message().field(2, "message", Type.STRING).field(3, "code", Type.INT);

    static final Message SPAN = new Message()
            .field(1, "traceId", Type.HEX)
            .field(2, "spanId", Type.HEX)
            .field(3, "traceState", Type.STRING)
            .field(4, "parentSpanId", Type.HEX)
            .field(5, "name", Type.STRING)
            .field(6, "kind", Type.INT)
            .field(7, "startTimeUnixNano", Type.INT)
            .field(8, "endTimeUnixNano", Type.INT)
            .messages(9, "attributes", KEY_VALUE)
            .messages(11, "events", EVENT)
            .messages(13, "links", LINK)
            .message(15, "status", STATUS);

    static final Message LOG_RECORD = new Message()
            .field(1, "timeUnixNano", Type.INT)
            .field(2, "severityNumber", Type.INT)
            .field(3, "severityText", Type.STRING)
            .message(5, "body", ANY_VALUE)
            .messages(6, "attributes", KEY_VALUE)
            .field(9, "traceId", Type.HEX)
            .field(10, "spanId", Type.HEX)
            .field(11, "observedTimeUnixNano", Type.INT)
            .field(12, "eventName", Type.STRING);

    private static final Message NUMBER_POINTS = new Message()
            .messages(
                    1,
                    "dataPoints",
                    new Message()
                            .field(3, "timeUnixNano", Type.INT)
                            .field(4, "asDouble", Type.DOUBLE)
                            .field(6, "asInt", Type.INT)
                            .messages(7, "attributes", KEY_VALUE)
                            .field(8, "flags", Type.INT))
            .field(2, "aggregationTemporality", Type.INT);

    static final Message METRIC = new Message()
            .field(1, "name", Type.STRING)
            .field(3, "unit", Type.STRING)
            .message(5, "gauge", NUMBER_POINTS)
            .message(7, "sum", NUMBER_POINTS)
            .message(9, "histogram", histogram(9))
            .message(10, "exponentialHistogram", histogram(1))
            .message(11, "summary", histogram(7));

    private static Message histogram(int attributes) {
        Message point = new Message()
                .field(3, "timeUnixNano", Type.INT)
                .field(4, "count", Type.INT)
                .field(5, "sum", Type.DOUBLE)
                .messages(attributes, "attributes", KEY_VALUE);
        return new Message().messages(1, "dataPoints", point).field(2, "aggregationTemporality", Type.INT);
    }

    private static final Message VALUE_TYPE =
            new Message().field(1, "typeStrindex", Type.INT).field(2, "unitStrindex", Type.INT);

    /// A profile without its samples.
    static final Message PROFILE =
            new Message().message(1, "sampleType", VALUE_TYPE).message(5, "periodType", VALUE_TYPE);

    static final Message SAMPLE = new Message()
            .field(1, "stackIndex", Type.INT)
            .field(2, "attributeIndices", Type.INTS)
            .field(3, "linkIndex", Type.INT)
            .field(4, "values", Type.INTS)
            .field(5, "timestampsUnixNano", Type.TIMES);

    /// The tables that profiles share.
    static final Message DICTIONARY = new Message()
            .messages(
                    1,
                    "mappingTable",
                    new Message()
                            .field(1, "memoryStart", Type.INT)
                            .field(2, "memoryLimit", Type.INT)
                            .field(3, "fileOffset", Type.INT)
                            .field(4, "filenameStrindex", Type.INT)
                            .field(5, "attributeIndices", Type.INTS))
            .messages(
                    2,
                    "locationTable",
                    new Message()
                            .field(1, "mappingIndex", Type.INT)
                            .field(2, "address", Type.INT)
                            .messages(
                                    3,
                                    "lines",
                                    new Message()
                                            .field(1, "functionIndex", Type.INT)
                                            .field(2, "line", Type.INT))
                            .field(4, "attributeIndices", Type.INTS))
            .messages(
                    3,
                    "functionTable",
                    new Message().field(1, "nameStrindex", Type.INT).field(3, "filenameStrindex", Type.INT))
            .messages(4, "linkTable", LINK)
            .strings(5, "stringTable")
            .messages(
                    6,
                    "attributeTable",
                    new Message()
                            .field(1, "keyStrindex", Type.INT)
                            .message(2, "value", ANY_VALUE)
                            .field(3, "unitStrindex", Type.INT))
            .messages(7, "stackTable", new Message().field(1, "locationIndices", Type.INTS));

    private OtlpMessages() {}
}
