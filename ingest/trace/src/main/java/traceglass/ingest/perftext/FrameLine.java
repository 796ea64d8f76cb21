package traceglass.ingest.perftext;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Line of a callstack: an address, then the function and the file that contains it. The innermost frame comes first.
/// Inlined functions have the address of the function that contains them, or none in older versions of perf:
///
/// ```
///       707e0 do_sincos+0x520 (inlined)
///       707e0 __sin_fma+0x520 (/usr/lib/x86_64-linux-gnu/libm.so.6)
///           0 [unknown] ([unknown])
///        e3aa _dl_relocate_object
/// ```
///
/// @param function name without offset; `[unknown]` if unknown
/// @param library file, or null if the line has none; `inlined` for inlined functions, as in trace processor
/// @param isInlined whether the function is inlined into the function of the next frame
record FrameLine(String function, String library, boolean isInlined) {

    /// Name of unknown functions and files.
    static final String UNKNOWN = "[unknown]";

    private static final String INLINED = "(inlined)";
    private static final int MAX_ADDRESS = 16;
    /// Minimum number of digits of an address at the start of a line, because words such as `add` are also valid
    /// hexadecimal numbers.
    private static final int MIN_ADDRESS = 6;
    /// Branch: its kind, its source and its target.
    private static final Pattern BRANCH =
            Pattern.compile("(?:[a-z]{1,10} +){0,4}([0-9a-f]{1,16} [^=]*\\)) +=> +([0-9a-f]{1,16} .*\\))(?: .*)?");
    /// Address of the data that an event refers to, before the address of the code.
    private static final Pattern DATA_ADDRESS = Pattern.compile("[0-9a-f]{1,16} +([0-9a-f]{6,16} \\S.*)");

    /// Returns the frame on the line of an event, without the fields around it: the address of data, or the
    /// kind and target of a branch. The frame of a branch is its source, or its target where tracing starts.
    ///
    /// ```
    /// 0     7fca99943ac7 dl_open_worker+0x37 (/usr/lib64/ld-2.28.so)
    /// jcc         404c03 main+0x3 (/bin/demo) =>   404c0d main+0xd (/bin/demo)
    /// tr strt          0 [unknown] ([unknown]) =>   404bf2 main+0x2 (/bin/demo)
    /// ```
    static String afterEvent(String text) {
        if (text.contains(" => ")) {
            Matcher branch = BRANCH.matcher(text);
            if (branch.matches()) {
                return branch.group(branch.group(1).startsWith("0 ") ? 2 : 1);
            }
        }
        Matcher data = DATA_ADDRESS.matcher(text);
        return data.matches() ? data.group(1) : text;
    }

    /// Parses a line; returns null if it is not a frame.
    static FrameLine parse(String line) {
        String text = line.strip();
        int end = 0;
        while (end < text.length() && end <= MAX_ADDRESS && Character.digit(text.charAt(end), 16) >= 0) {
            end++;
        }
        boolean hasAddress =
                end > 0 && end <= MAX_ADDRESS && (end == text.length() || Character.isWhitespace(text.charAt(end)));
        String remainder = hasAddress ? text.substring(end).strip() : text;
        if (remainder.endsWith(INLINED)) {
            String name = remainder
                    .substring(0, remainder.length() - INLINED.length())
                    .strip();
            return name.isEmpty() ? null : new FrameLine(withoutOffset(name), "inlined", true);
        }
        if (!hasAddress) {
            return null;
        }
        int open = openBracket(remainder);
        String name = open < 0 ? remainder : remainder.substring(0, open).strip();
        String library = open < 0 ? null : withoutOffset(remainder.substring(open + 1, remainder.length() - 1));
        return new FrameLine(name.isEmpty() ? UNKNOWN : withoutOffset(name), library, false);
    }

    /// Returns whether a line is a frame whose indentation was lost: it has an address and a file, and cannot be a
    /// sample with its frame on the same line.
    static boolean isUnindented(String line) {
        int end = 0;
        while (end < line.length() && Character.digit(line.charAt(end), 16) >= 0) {
            end++;
        }
        FrameLine frame = end == 0 || !line.endsWith(")") ? null : parse(line);
        return frame != null && frame.hasLibrary() && (end >= MIN_ADDRESS || !frame.function.contains(": "));
    }

    /// Returns whether a line is indented like the frames of `perf script`: a tab, and an address aligned to 16
    /// characters.
    static boolean isAligned(String line) {
        int end = MAX_ADDRESS + 1;
        return line.startsWith("\t")
                && line.length() >= end
                && Character.digit(line.charAt(end - 1), 16) >= 0
                && (line.length() == end || line.charAt(end) == ' ')
                && parse(line) != null;
    }

    /// Returns whether the frame has a file, like all frames that follow an event on the same line.
    boolean hasLibrary() {
        return library != null;
    }

    /// Returns the index of the parenthesis that matches the last character; -1 if that is not a closing parenthesis.
    /// Paths of deleted files contain parentheses: `(/tmp/a.out (deleted))`.
    private static int openBracket(String text) {
        if (!text.endsWith(")")) {
            return -1;
        }
        int depth = 0;
        for (int i = text.length() - 1; i >= 0; i--) {
            char c = text.charAt(i);
            depth += c == ')' ? 1 : c == '(' ? -1 : 0;
            if (depth == 0) {
                // Without a file, the parenthesis belongs to the function, as in `operator()(int)`.
                return i == 0 || Character.isWhitespace(text.charAt(i - 1)) ? i : -1;
            }
        }
        int last = text.lastIndexOf(" (");
        return last < 0 ? -1 : last + 1;
    }

    /// Removes the offset, such as `+0x1f`, from a function or a file.
    private static String withoutOffset(String name) {
        int plus = name.lastIndexOf("+0x");
        if (plus <= 0 || plus + 3 == name.length()) {
            return name;
        }
        for (int i = plus + 3; i < name.length(); i++) {
            if (Character.digit(name.charAt(i), 16) < 0) {
                return name;
            }
        }
        return name.substring(0, plus);
    }
}
