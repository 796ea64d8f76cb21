package traceglass.ingest.bugreport;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A line of a log as Android Studio shows and saves it. The fields are aligned in columns since 2022 and separated by
/// slashes before that:
///
/// ```
/// 2025-01-24 11:39:16.533  1249-1321  TextView                com.example.app                      E  message
/// 2019-02-18 10:11:12.123 1249-1321/com.example.app E/TextView: message
/// ```
///
/// @param time date and time
/// @param process name of the package or process; null if it is unknown
/// @param letter priority
record StudioLogLine(
        String time, long pid, long tid, @Nullable String process, char letter, String tag, String message) {

    private static final Pattern START = Pattern.compile(
            "((?:\\d{4}-)?\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}\\.\\d{3,9}) {1,16}(\\d{1,10})-(\\d{1,10})([ /])");
    private static final String LETTERS = "VDIWEFA";
    private static final String NO_PROCESS = "?";
    /// Prefix of the name of a process that had ended.
    private static final String ENDED_PROCESS = "pid-";

    /// Parses a line; null if it has another form.
    static @Nullable StudioLogLine parse(String line) {
        Matcher m = START.matcher(line);
        if (!m.lookingAt()) {
            return null;
        }
        return m.group(4).equals("/") ? withSlashes(line, m) : parseColumns(line, m);
    }

    private static @Nullable StudioLogLine parseColumns(String line, Matcher start) {
        int position = start.end();
        // The priority is the first single letter between the package and two spaces.
        for (int i = line.indexOf(' ', position); i >= 0 && i + 1 < line.length(); i = line.indexOf(' ', i + 1)) {
            boolean isAlone = line.startsWith("  ", i + 2) || i + 2 == line.length();
            String names = isAlone && LETTERS.indexOf(line.charAt(i + 1)) >= 0
                    ? line.substring(position, i).strip()
                    : "";
            int space = names.lastIndexOf(' ');
            if (!names.isEmpty()) {
                String tag = space < 0 ? "" : names.substring(0, space).strip();
                String message = line.substring(Math.min(line.length(), i + 4));
                return of(start, names.substring(space + 1), line.charAt(i + 1), tag, message);
            }
        }
        return null;
    }

    private static @Nullable StudioLogLine withSlashes(String line, Matcher start) {
        int space = line.indexOf(' ', start.end());
        boolean hasLetter =
                space >= 0 && line.startsWith("/", space + 2) && LETTERS.indexOf(line.charAt(space + 1)) >= 0;
        if (!hasLetter) {
            return null;
        }
        int tag = space + 3;
        int colon = line.indexOf(": ", tag);
        int end = colon < 0 && line.endsWith(":") ? line.length() - 1 : colon;
        return end < tag
                ? null
                : of(
                        start,
                        line.substring(start.end(), space),
                        line.charAt(space + 1),
                        line.substring(tag, end).strip(),
                        line.substring(Math.min(line.length(), end + 2)));
    }

    private static StudioLogLine of(Matcher start, String process, char letter, String tag, String message) {
        boolean isNamed = !process.equals(NO_PROCESS) && !process.startsWith(ENDED_PROCESS);
        return new StudioLogLine(
                start.group(1),
                Long.parseLong(start.group(2)),
                Long.parseLong(start.group(3)),
                isNamed ? process : null,
                letter == 'A' ? 'F' : letter,
                tag,
                message);
    }
}
