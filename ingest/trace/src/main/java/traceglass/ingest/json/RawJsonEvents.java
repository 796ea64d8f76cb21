package traceglass.ingest.json;

import java.nio.charset.StandardCharsets;
import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.ingest.tracker.args.ArgsWriter;
import traceglass.store.names.TableNames;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Stores events that no other table covers (objects `N O D`, memory dumps `v V`, clock synchronization `c`,
/// contexts, metadata other than names) unchanged in `__intrinsic_chrome_raw`. The rows are named
/// `track_event.legacy_event` and have the arguments that these events have in Perfetto's own format.
final class RawJsonEvents {

    private final ImportContext context;
    private final StringPool strings;
    private final Table table;
    private final int rowName;

    RawJsonEvents(ImportContext context) {
        this.context = context;
        strings = context.strings();
        table = context.storage().table(TableNames.ChromeRaw.TABLE);
        rowName = strings.intern("track_event.legacy_event");
    }

    /// @param args the event's own arguments, or null
    void add(long ts, int utid, JsonEvents events, int i, ArgsWriter args) {
        int row = table.addRow();
        table.longs(TableNames.ChromeRaw.TS).set(row, ts);
        table.strings(TableNames.ChromeRaw.NAME).set(row, rowName);
        table.ints(TableNames.ChromeRaw.UTID).set(row, utid);
        table.ints(TableNames.ChromeRaw.ARG_SET_ID).set(row, context.args().write(b -> {
            if (events.category[i] != StringPool.NULL) {
                b.addString(strings.intern("legacy_event.category"), events.category[i]);
            }
            if (events.name[i] != StringPool.NULL) {
                b.addString(strings.intern("legacy_event.name"), events.name[i]);
            }
            b.addString(
                    strings.intern("legacy_event.phase"),
                    strings.intern(new String(new byte[] {events.phase[i]}, StandardCharsets.ISO_8859_1)));
            addTimes(events, i, b);
            addId(events, i, b);
            if (args != null) {
                args.write(b);
            }
        }));
    }

    private void addTimes(JsonEvents events, int i, ArgSetBuilder b) {
        if (events.dur.get(i) != JsonEvents.UNSET) {
            b.addInt(strings.intern("legacy_event.duration_ns"), events.dur.get(i));
        }
        if (events.threadTs.get(i) != JsonEvents.UNSET) {
            b.addInt(strings.intern("legacy_event.thread_timestamp_ns"), events.threadTs.get(i));
        }
        if (events.threadDur.get(i) != JsonEvents.UNSET) {
            b.addInt(strings.intern("legacy_event.thread_duration_ns"), events.threadDur.get(i));
        }
    }

    /// Adds an id: a number, or a string that is usually hexadecimal.
    private void addId(JsonEvents events, int i, ArgSetBuilder b) {
        if (events.idType(i) == JsonEvents.ID_NONE) {
            return;
        }
        int key = strings.intern("legacy_event."
                + switch (events.cookieType(i)) {
                    case JsonEvents.COOKIE_GLOBAL -> "global_id";
                    case JsonEvents.COOKIE_LOCAL -> "local_id";
                    default -> "unscoped_id";
                });
        if (events.idType(i) == JsonEvents.ID_NUMBER) {
            b.addUint(key, events.id(i));
        } else {
            addText(key, (int) events.id(i), b);
        }
        if (events.idScope(i) != StringPool.NULL) {
            b.addString(strings.intern("legacy_event.id_scope"), events.idScope(i));
        }
    }

    private void addText(int key, int textId, ArgSetBuilder b) {
        String s = strings.get(textId);
        if (s.startsWith("0x") || s.startsWith("0X")) {
            try {
                b.addUint(key, Long.parseUnsignedLong(s, 2, s.length(), 16));
                return;
            } catch (NumberFormatException e) {
                // A name that starts like a number; it is stored as a string.
            }
        }
        b.addString(key, textId);
    }
}
