package traceglass.ingest.text;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Start of a JSON document, for recognizing formats by their keys. The bytes may end anywhere.
public final class JsonHead {

    /// Bytes read last, and their head: about 20 importers look at the same file.
    private record Recent(byte[] bytes, JsonHead head) {}

    private static volatile @Nullable Recent recent;

    private final Map<String, String> members;
    private final boolean isArray;

    private JsonHead(Map<String, String> members, boolean isArray) {
        this.members = Collections.unmodifiableMap(members);
        this.isArray = isArray;
    }

    /// Reads the keys of the outermost object and of the objects nested in it, as far as the bytes go. If the
    /// document is an array, reads the keys of its first element. Bytes that are not JSON have no keys.
    ///
    /// @param head start of the document in UTF-8, with or without a byte order mark
    public static JsonHead of(byte[] head) {
        Recent last = recent;
        if (last == null || !Arrays.equals(last.bytes, head)) {
            last = new Recent(head.clone(), read(head));
            recent = last;
        }
        return last.head;
    }

    private static JsonHead read(byte[] head) {
        Map<String, String> members = new LinkedHashMap<>();
        boolean isArray = false;
        if (!mayBeJson(head)) {
            return new JsonHead(members, false);
        }
        try (JsonParser in = JsonStream.FACTORY.createParser(head)) {
            JsonToken token = in.nextToken();
            isArray = token == JsonToken.START_ARRAY;
            if (isArray) {
                token = in.nextToken();
            }
            if (token == JsonToken.START_OBJECT) {
                read(in, members);
            }
        } catch (IOException e) {
            // The document continues beyond the bytes, or is not JSON.
        }
        return new JsonHead(members, isArray);
    }

    private static boolean mayBeJson(byte[] head) {
        int i = head.length > 2 && head[0] == (byte) 0xef && head[1] == (byte) 0xbb && head[2] == (byte) 0xbf ? 3 : 0;
        while (i < head.length && (head[i] == ' ' || head[i] == '\n' || head[i] == '\r' || head[i] == '\t')) {
            i++;
        }
        return i < head.length && (head[i] == '{' || head[i] == '[');
    }

    private static void read(JsonParser in, Map<String, String> members) throws IOException {
        String outer = null;
        int depth = 1;
        for (JsonToken token = in.nextToken(); token != null && depth > 0; token = in.nextToken()) {
            switch (token) {
                case START_OBJECT, START_ARRAY -> depth++;
                case END_OBJECT, END_ARRAY -> depth--;
                case FIELD_NAME -> {
                    if (depth == 1) {
                        outer = in.currentName();
                        members.put(outer, "");
                    } else if (depth == 2) {
                        members.put(outer + "." + in.currentName(), "");
                    }
                }
                case VALUE_STRING, VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT, VALUE_TRUE, VALUE_FALSE -> {
                    if (depth == 1 && outer != null) {
                        members.put(outer, in.getText());
                    }
                }
                default -> {}
            }
        }
    }

    /// Returns the keys in document order. Keys of nested objects are prefixed with the outer key, as in
    /// `meta.interval`. Keys of objects in arrays are not included.
    public Set<String> keys() {
        return members.keySet();
    }

    /// Returns whether all of these keys (see [#keys]) occur.
    public boolean has(String... keys) {
        for (String key : keys) {
            if (!members.containsKey(key)) {
                return false;
            }
        }
        return true;
    }

    /// Returns the value of a string, number or boolean member of the outermost object, as a string; empty for
    /// other values; null if the key does not occur.
    public String value(String key) {
        return members.get(key);
    }

    /// Returns whether the document is an array.
    public boolean isArray() {
        return isArray;
    }
}
