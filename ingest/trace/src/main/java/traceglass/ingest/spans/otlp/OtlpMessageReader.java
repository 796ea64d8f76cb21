package traceglass.ingest.spans.otlp;

import traceglass.ingest.proto.ProtoCursor;
import traceglass.protos.decoder.MessageDecoder;
import traceglass.protos.foreign.otlp.LogRecord;
import traceglass.protos.foreign.otlp.Profile;
import traceglass.protos.foreign.otlp.ProfilesData;
import traceglass.protos.foreign.otlp.ProfilesDataDecoder;
import traceglass.protos.foreign.otlp.ResourceSpans;
import traceglass.protos.foreign.otlp.ResourceSpansDecoder;
import traceglass.protos.foreign.otlp.ScopeSpans;
import traceglass.protos.foreign.otlp.ScopeSpansDecoder;
import traceglass.protos.foreign.otlp.Span;
import traceglass.protos.foreign.otlp.ValueType;

/// Reads OTLP messages. Those for spans, logs, metrics and profiles have the same fields for resources and scopes and
/// differ only in the items of scopes, so all are read as messages for spans. Only profiles have a dictionary.
final class OtlpMessageReader {

    private final OtlpReader reader;
    private final ProfilesDataDecoder data = new ProfilesDataDecoder();
    private final ResourceSpansDecoder resource = new ResourceSpansDecoder();
    private final ScopeSpansDecoder scope = new ScopeSpansDecoder();
    private final OtlpSpanTrees spans;
    private final OtlpMetricTrees metrics;
    private final OtlpProfileTrees profiles = new OtlpProfileTrees();

    OtlpMessageReader(OtlpReader reader) {
        this.reader = reader;
        OtlpAttributeTrees attributes = new OtlpAttributeTrees();
        spans = new OtlpSpanTrees(attributes);
        metrics = new OtlpMetricTrees(attributes);
    }

    /// Reads an outermost message, which may be truncated.
    void read(byte[] bytes) {
        data.decode(bytes, 0, bytes.length);
        for (int i = 0; i < data.otherCount(); i++) {
            if (data.otherWire(i) == MessageDecoder.BYTES) {
                readField(data.otherNumber(i), bytes, data.otherOffset(i), data.otherLength(i));
            }
        }
    }

    /// Reads a message in a field of the outermost one.
    void readField(int field, byte[] bytes, int from, int size) {
        if (field == ProfilesData.RESOURCE_PROFILES_FIELD_NUMBER) {
            readResource(bytes, from, size);
        } else if (field == ProfilesData.DICTIONARY_FIELD_NUMBER) {
            profiles.readDictionary(bytes, from, size, reader);
        }
    }

    private void readResource(byte[] bytes, int from, int size) {
        reader.startResource();
        boolean isComplete = resource.decode(bytes, from, size);
        int end = from;
        for (int i = 0; i < resource.otherCount(); i++) {
            int offset = resource.otherOffset(i);
            int length = resource.otherLength(i);
            if (isMessage(resource, i, ResourceSpans.RESOURCE_FIELD_NUMBER)) {
                reader.setResource(spans.resource(bytes, offset, length));
            }
            end = offset + length;
        }
        for (int i = 0; i < resource.otherCount(); i++) {
            if (isMessage(resource, i, ResourceSpans.SCOPE_SPANS_FIELD_NUMBER)) {
                readScope(bytes, resource.otherOffset(i), resource.otherLength(i));
            }
        }
        if (!isComplete) {
            readTruncatedScope(bytes, end, from + size);
        }
    }

    private static boolean isMessage(MessageDecoder decoder, int i, int field) {
        return decoder.otherNumber(i) == field && decoder.otherWire(i) == MessageDecoder.BYTES;
    }

    /// Reads the rest of a truncated message if it is a scope.
    private void readTruncatedScope(byte[] bytes, int from, int end) {
        if (bytes[from] != (ResourceSpans.SCOPE_SPANS_FIELD_NUMBER << 3 | MessageDecoder.BYTES)) {
            return;
        }
        int start = from;
        do {
            start++;
        } while (start < end && bytes[start] < 0);
        start++;
        if (start < end) {
            readScope(bytes, start, end - start);
        }
    }

    private void readScope(byte[] bytes, int from, int size) {
        reader.startScope();
        scope.decode(bytes, from, size);
        for (int i = 0; i < scope.otherCount(); i++) {
            if (isMessage(scope, i, ScopeSpans.SCOPE_FIELD_NUMBER)) {
                reader.setScope(spans.scope(bytes, scope.otherOffset(i), scope.otherLength(i)));
            }
        }
        for (int i = 0; i < scope.otherCount(); i++) {
            if (isMessage(scope, i, ScopeSpans.SPANS_FIELD_NUMBER)) {
                readItem(bytes, scope.otherOffset(i), scope.otherLength(i));
            }
        }
    }

    /// Reads an item of a scope. Its type is that with a field of this number and wire type.
    private void readItem(byte[] bytes, int from, int size) {
        if (hasFixed(bytes, from, size, Span.START_TIME_UNIX_NANO_FIELD_NUMBER)) {
            reader.readSpan(spans.span(bytes, from, size));
        } else if (hasFixed(bytes, from, size, LogRecord.TIME_UNIX_NANO_FIELD_NUMBER)
                || hasFixed(bytes, from, size, LogRecord.OBSERVED_TIME_UNIX_NANO_FIELD_NUMBER)) {
            reader.readLogRecord(spans.logRecord(bytes, from, size));
        } else if (hasFixed(bytes, from, size, Profile.TIME_UNIX_NANO_FIELD_NUMBER)
                || hasSampleType(bytes, from, size)) {
            profiles.readProfile(bytes, from, size, reader.startProfile());
        } else {
            reader.readMetric(metrics.metric(bytes, from, size));
        }
    }

    /// Returns whether the first field is a message with a number, rather than the name of a metric.
    private static boolean hasSampleType(byte[] bytes, int from, int size) {
        ProtoCursor cursor = new ProtoCursor();
        return cursor.enter(bytes, from, size).seek(Profile.SAMPLE_TYPE_FIELD_NUMBER)
                && cursor.wire() == ProtoCursor.BYTES
                && cursor.length() > 0
                && bytes[cursor.offset()] == (ValueType.TYPE_STRINDEX_FIELD_NUMBER << 3 | ProtoCursor.VARINT);
    }

    private static boolean hasFixed(byte[] bytes, int from, int size, int field) {
        ProtoCursor cursor = new ProtoCursor();
        return cursor.enter(bytes, from, size).seek(field) && cursor.wire() == ProtoCursor.FIXED64;
    }
}
