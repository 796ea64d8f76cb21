package traceglass.ingest.spans.otlp;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import traceglass.protos.decoder.MessageDecoder;
import traceglass.protos.foreign.otlp.AnyValue;
import traceglass.protos.foreign.otlp.AnyValueDecoder;
import traceglass.protos.foreign.otlp.ArrayValueDecoder;
import traceglass.protos.foreign.otlp.KeyValueDecoder;
import traceglass.protos.foreign.otlp.KeyValueListDecoder;

/// Converts decoded attributes of OTLP to the maps and lists that [traceglass.ingest.text.JsonTree] creates from the
/// equivalent JSON. Values that are not lists or maps are plain objects, without the name of their type.
final class OtlpAttributeTrees {

    private final KeyValueDecoder keyValue = new KeyValueDecoder();
    private final AnyValueDecoder any = new AnyValueDecoder();

    /// Repeated field of a decoded message that contains attributes.
    interface KeyValues {
        KeyValueDecoder get(int i, KeyValueDecoder decoder);
    }

    List<Object> list(int count, KeyValues keyValues) {
        return list(count, keyValues, keyValue, any, 0);
    }

    private static List<Object> list(
            int count, KeyValues keyValues, KeyValueDecoder keyValue, AnyValueDecoder any, int depth) {
        List<Object> list = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            keyValues.get(i, keyValue);
            Object value = value(keyValue.value(any), depth);
            // Attributes without a value are omitted from traces.
            if (value != null) {
                list.add(Map.of("key", keyValue.key(), "value", value));
            }
        }
        return list;
    }

    /// Returns a value; null if it has none.
    static Object value(AnyValueDecoder any) {
        return value(any, 0);
    }

    private static Object value(AnyValueDecoder any, int depth) {
        for (int i = 0; i < any.otherCount(); i++) {
            boolean isBytes = any.otherWire(i) == MessageDecoder.BYTES;
            Object value = isBytes ? bytesOrMessage(any, i, depth) : number(any, i);
            if (value != null) {
                return value;
            }
        }
        return null;
    }

    private static Object number(AnyValueDecoder any, int i) {
        long number = any.otherValue(i);
        return switch (any.otherNumber(i)) {
            case AnyValue.BOOL_VALUE_FIELD_NUMBER -> number != 0;
            case AnyValue.INT_VALUE_FIELD_NUMBER -> number;
            case AnyValue.DOUBLE_VALUE_FIELD_NUMBER -> Double.longBitsToDouble(number);
            default -> null;
        };
    }

    private static Object bytesOrMessage(AnyValueDecoder any, int i, int depth) {
        return switch (any.otherNumber(i)) {
            case AnyValue.STRING_VALUE_FIELD_NUMBER -> any.otherText(i);
            case AnyValue.BYTES_VALUE_FIELD_NUMBER -> hex(any, any.otherOffset(i), any.otherLength(i));
            case AnyValue.ARRAY_VALUE_FIELD_NUMBER -> Map.of("arrayValue", array(any, i, depth));
            case AnyValue.KVLIST_VALUE_FIELD_NUMBER -> Map.of("kvlistValue", map(any, i, depth));
            default -> null;
        };
    }

    // Nested values have decoders of their own, because those of the outer values are in use. They are rare.

    private static Map<String, Object> array(AnyValueDecoder any, int i, int depth) {
        List<Object> values = new ArrayList<>();
        if (depth < OtlpValues.MAX_DEPTH) {
            ArrayValueDecoder array = any.other(i, new ArrayValueDecoder());
            AnyValueDecoder element = new AnyValueDecoder();
            for (int k = 0; k < array.valuesCount(); k++) {
                values.add(value(array.values(k, element), depth + 1));
            }
        }
        return Map.of("values", values);
    }

    private static Map<String, Object> map(AnyValueDecoder any, int i, int depth) {
        if (depth >= OtlpValues.MAX_DEPTH) {
            return Map.of();
        }
        KeyValueListDecoder list = any.other(i, new KeyValueListDecoder());
        return Map.of(
                "values",
                list(list.valuesCount(), list::values, new KeyValueDecoder(), new AnyValueDecoder(), depth + 1));
    }

    /// Returns bytes of a decoded message as hexadecimal digits.
    static String hex(MessageDecoder message, int from, int size) {
        return HexFormat.of().formatHex(message.buffer(), from, from + size);
    }

    /// Returns a new map with one member.
    static Map<String, Object> tree(String key, Object value) {
        Map<String, Object> tree = new HashMap<>();
        tree.put(key, value);
        return tree;
    }
}
