package traceglass.app.launch;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import traceglass.app.io.Failure;

/// A link to a view of a trace on this machine, such as `traceglass://open?file=/tmp/a.pftrace&select=slice:4802`.
///
/// Links come from web pages and messages, so they only navigate: SQL is put into the editor but not run.
///
/// @param file absolute path of the trace
/// @param time time range to show, or null
/// @param range time range to select on all tracks, or null
/// @param select event to select, or null
/// @param sql text for the SQL page, or null
public record TraceLink(Path file, TimeRange time, TimeRange range, EventRef select, String sql) {

    private static final String SCHEME = "traceglass:";
    private static final String START = SCHEME + "//open";
    private static final String FILE = "file";
    private static final String TIME = "time";
    private static final String RANGE = "range";
    private static final String SELECTED_EVENT = "select";
    private static final String SQL = "sql";
    private static final List<String> NAMES = List.of(FILE, TIME, RANGE, SELECTED_EVENT, SQL);
    /// Characters besides letters and digits that are not escaped.
    private static final String PLAIN = "-._~/:@,";

    /// Returns whether an argument is intended as a link, valid or not.
    public static boolean isLink(String text) {
        return text.toLowerCase(Locale.ROOT).startsWith(SCHEME);
    }

    /// Parses a link.
    ///
    /// @throws Failure if it is not a valid link to a file on this machine
    public static TraceLink parse(String text) throws Failure {
        int question = text.indexOf('?');
        String start = (question < 0 ? text : text.substring(0, question)).toLowerCase(Locale.ROOT);
        if (!start.equals(START) && !start.equals(START + "/")) {
            throw failure(LaunchTexts.NOT_AN_OPEN_LINK);
        }
        Map<String, String> values = values(question < 0 ? "" : text.substring(question + 1));
        if (!values.containsKey(FILE)) {
            throw failure(LaunchTexts.LINK_WITHOUT_FILE);
        }
        return new TraceLink(
                path(values.get(FILE)),
                value(values, TIME, TimeRange::parse),
                value(values, RANGE, TimeRange::parse),
                value(values, SELECTED_EVENT, EventRef::parse),
                values.get(SQL));
    }

    private static Map<String, String> values(String query) throws Failure {
        Map<String, String> values = new HashMap<>();
        for (String field : query.split("&")) {
            if (field.isEmpty()) {
                continue;
            }
            int equals = field.indexOf('=');
            String name = decoded(equals < 0 ? field : field.substring(0, equals));
            if (!NAMES.contains(name)) {
                throw failure(LaunchTexts.unknownInLink(name, String.join(", ", NAMES)));
            }
            if (values.put(name, equals < 0 ? "" : decoded(field.substring(equals + 1))) != null) {
                throw failure(LaunchTexts.repeatedInLink(name));
            }
        }
        return values;
    }

    private static <T> T value(Map<String, String> values, String name, Function<String, T> reader) throws Failure {
        String text = values.get(name);
        if (text == null) {
            return null;
        }
        try {
            return reader.apply(text);
        } catch (RuntimeException e) {
            // The converters of command-line options throw unchecked exceptions, see UsageErrors.
            throw new Failure(LaunchTexts.badLink(e.getMessage()), e);
        }
    }

    private static Path path(String text) throws Failure {
        Path file;
        try {
            file = Path.of(text);
        } catch (InvalidPathException e) {
            throw new Failure(LaunchTexts.badLink(LaunchTexts.notAPath(text)), e);
        }
        // Windows would log on to the server of a network path.
        if (!file.isAbsolute() || text.startsWith("//") || text.startsWith("\\\\")) {
            throw failure(LaunchTexts.notAnAbsolutePath(text));
        }
        if (!Files.exists(file)) {
            throw failure(LaunchTexts.linkedFileMissing(file));
        }
        // Reading a device or a pipe may block or change its state.
        if (!Files.isRegularFile(file)) {
            throw failure(LaunchTexts.notARegularFile(file));
        }
        return file;
    }

    /// Returns the link as text, with all but plain characters escaped.
    public String text() {
        StringBuilder out = new StringBuilder(START);
        append(out, '?', FILE, file.toString());
        append(out, '&', TIME, time == null ? null : time.text());
        append(out, '&', RANGE, range == null ? null : range.text());
        append(out, '&', SELECTED_EVENT, select == null ? null : select.table() + ":" + select.id());
        append(out, '&', SQL, sql);
        return out.toString();
    }

    private static void append(StringBuilder out, char separator, String name, String value) {
        if (value == null) {
            return;
        }
        out.append(separator).append(name).append('=');
        for (byte b : value.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            boolean isPlain = c < 0x80 && (Character.isLetterOrDigit(c) || PLAIN.indexOf(c) >= 0);
            if (isPlain) {
                out.append(c);
            } else {
                out.append(String.format(Locale.ROOT, "%%%02X", (int) c));
            }
        }
    }

    /// Decodes the escapes of a string. A `+` is not a space.
    private static String decoded(String text) throws Failure {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        ByteBuffer out = ByteBuffer.allocate(bytes.length);
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] != '%') {
                out.put(bytes[i]);
                continue;
            }
            int high = i + 2 < bytes.length ? Character.digit(bytes[i + 1], 16) : -1;
            int low = i + 2 < bytes.length ? Character.digit(bytes[i + 2], 16) : -1;
            if (high < 0 || low < 0) {
                throw failure(LaunchTexts.badEscape(text));
            }
            out.put((byte) (high << 4 | low));
            i += 2;
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(out.flip()).toString();
        } catch (CharacterCodingException e) {
            throw new Failure(LaunchTexts.badLink(LaunchTexts.badEscape(text)), e);
        }
    }

    private static Failure failure(String reason) {
        return new Failure(LaunchTexts.badLink(reason));
    }
}
