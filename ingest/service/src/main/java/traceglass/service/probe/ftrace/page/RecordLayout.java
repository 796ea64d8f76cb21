package traceglass.service.probe.ftrace.page;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Layout of the records of one kernel event, read from its `format` file in tracefs.
///
/// @param id id of the event, with which each record starts
/// @param common fields at the start of every event
/// @param fields the event's own fields
public record RecordLayout(int id, List<RecordField> common, List<RecordField> fields) {

    private static final Pattern FIELD =
            Pattern.compile("field:([^;]+);\\s*offset:(\\d{1,5});\\s*size:(\\d{1,5});(?:\\s*signed:([01]);)?");
    private static final Pattern ID = Pattern.compile("ID: (\\d{1,5})");
    private static final Pattern NAME = Pattern.compile("(\\w+)(\\[[^\\]]*\\])?$");
    private static final int PRINT_ID = 5;
    private static final int PRINT_TEXT = 16;

    /// Layout of `ftrace/print` for kernels that have no format file for it.
    public static final RecordLayout PRINT = new RecordLayout(
            PRINT_ID,
            List.of(
                    new RecordField("unsigned short common_type", "common_type", 0, Short.BYTES, false),
                    new RecordField("int common_pid", "common_pid", Integer.BYTES, Integer.BYTES, true)),
            List.of(new RecordField("char buf", "buf", PRINT_TEXT, 0, false)));

    /// Returns the layout described by a format file, or null if the text can't be parsed. Fields without a
    /// name are skipped.
    public static @Nullable RecordLayout parse(String text) {
        int id = -1;
        List<RecordField> common = new ArrayList<>();
        List<RecordField> specific = new ArrayList<>();
        for (String line : text.split("\n")) {
            String stripped = line.strip();
            if (stripped.startsWith("print fmt:")) {
                break;
            }
            Matcher number = ID.matcher(stripped);
            if (number.matches()) {
                id = Integer.parseInt(number.group(1));
                continue;
            }
            RecordField field = field(stripped);
            if (field != null) {
                (field.name().startsWith("common_") ? common : specific).add(field);
            }
        }
        return id < 0 || common.isEmpty() ? null : new RecordLayout(id, List.copyOf(common), List.copyOf(specific));
    }

    /// Returns the fields of `events/header_page`.
    static List<RecordField> fields(String text) {
        List<RecordField> fields = new ArrayList<>();
        for (String line : text.split("\n")) {
            RecordField field = field(line.strip());
            if (field != null) {
                fields.add(field);
            }
        }
        return fields;
    }

    private static @Nullable RecordField field(String line) {
        Matcher m = FIELD.matcher(line);
        if (!m.lookingAt()) {
            return null;
        }
        String declaration = m.group(1).strip();
        Matcher name = NAME.matcher(declaration);
        if (!name.find()) {
            return null;
        }
        return new RecordField(
                declaration,
                name.group(1),
                Integer.parseInt(m.group(2)),
                Integer.parseInt(m.group(3)),
                "1".equals(m.group(4)));
    }

    /// Returns a common field, or null if there is none with this name.
    @Nullable
    RecordField commonField(String name) {
        return fieldNamed(common, name);
    }

    /// Returns a field of the event itself, or null if there is none with this name.
    @Nullable
    RecordField ownField(String name) {
        return fieldNamed(fields, name);
    }

    private static @Nullable RecordField fieldNamed(List<RecordField> among, String name) {
        for (RecordField field : among) {
            if (field.name().equals(name)) {
                return field;
            }
        }
        return null;
    }

    /// Returns the minimum size of a record with all its fields in bytes.
    int minimumSize() {
        int size = 0;
        for (RecordField field : common) {
            size = Math.max(size, field.end());
        }
        for (RecordField field : fields) {
            size = Math.max(size, field.end());
        }
        return size;
    }
}
