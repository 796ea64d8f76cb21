package traceglass.ingest.json;

import java.util.Arrays;

/// Known fields of an event, with a table to find them by their keys.
enum JsonField {
    PH("ph"),
    TS("ts"),
    DUR("dur"),
    PID("pid"),
    TID("tid"),
    ID("id"),
    BIND_ID("bind_id"),
    CAT("cat"),
    NAME("name"),
    CNAME("cname"),
    FLOW_IN("flow_in"),
    FLOW_OUT("flow_out"),
    S("s"),
    BP("bp"),
    TTS("tts"),
    TDUR("tdur"),
    ARGS("args"),
    ID2("id2"),
    ID_SCOPE("scope"),
    SF("sf"),
    ESF("esf"),
    STACK("stack"),
    ESTACK("estack"),
    OTHER("");

    private static final int SLOTS = 64;

    /// Hash table with open addressing: the bytes of the keys, with the last one in the lowest bits and 0 in free
    /// slots, and their fields.
    private static final long[] WORDS = new long[SLOTS];

    private static final JsonField[] FIELDS = new JsonField[SLOTS];

    static {
        Arrays.fill(FIELDS, OTHER);
        for (JsonField field : values()) {
            if (field != OTHER) {
                long word = wordOf(field.key);
                int slot = slot(word);
                while (WORDS[slot] != 0) {
                    slot = slot + 1 & SLOTS - 1;
                }
                WORDS[slot] = word;
                FIELDS[slot] = field;
            }
        }
    }

    private final String key;
    private final int length;

    JsonField(String key) {
        this.key = key;
        length = key.length();
    }

    private static long wordOf(String key) {
        long word = 0;
        for (int i = 0; i < key.length(); i++) {
            word = word << 8 | key.charAt(i);
        }
        return word;
    }

    private static int slot(long word) {
        return (int) (word * 0x9E3779B97F4A7C15L >>> 58);
    }

    /// Returns the field with a key, or [#OTHER].
    ///
    /// @param word last eight bytes of the key, the last one in the lowest bits
    /// @param length length of the key
    static JsonField of(long word, int length) {
        int slot = slot(word);
        long found;
        while ((found = WORDS[slot]) != word && found != 0) {
            slot = slot + 1 & SLOTS - 1;
        }
        JsonField field = FIELDS[slot];
        return field.length == length ? field : OTHER;
    }
}
