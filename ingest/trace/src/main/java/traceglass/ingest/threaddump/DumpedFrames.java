package traceglass.ingest.threaddump;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Parses the frames of Java stacks.
final class DumpedFrames {

    private static final Pattern FRAME =
            Pattern.compile("(?:at )?(?:([\\w.$-]+(?:@[^/]*)?)/(?=[^0]))?(\\S[^(]*)\\((?:([^()/]+)/)?(.*)\\)[^)]*");
    private static final Pattern FILE = Pattern.compile(":?(.*?)(?::(-1|\\d{1,9}))?");
    /// Addresses in the names of hidden classes, which differ in each run.
    private static final Pattern ADDRESS = Pattern.compile("/0x[0-9a-fA-F]+");
    private static final String NATIVE = "Native Method";
    private static final String UNKNOWN = "Unknown Source";

    private DumpedFrames() {}

    /// Returns the frame of `at java.base/java.lang.Thread.run(Thread.java:10)`, or of the variant with the module
    /// inside the parentheses; null for other text.
    static DumpedThread.Frame parse(String text) {
        Matcher m = FRAME.matcher(text.strip());
        if (!m.matches()) {
            return null;
        }
        String module = m.group(1) == null ? m.group(3) : m.group(1);
        if (module != null && module.indexOf('@') >= 0) {
            module = module.substring(0, module.indexOf('@'));
        }
        String function = ADDRESS.matcher(m.group(2).strip()).replaceAll("");
        String source = m.group(4);
        boolean hasFile = !source.equalsIgnoreCase(NATIVE) && !source.equals(UNKNOWN) && !source.isBlank();
        Matcher file = FILE.matcher(source);
        if (!hasFile || !file.matches()) {
            return new DumpedThread.Frame(module, function, null, -1);
        }
        long line = file.group(2) == null ? -1 : Long.parseLong(file.group(2));
        return new DumpedThread.Frame(module, function, file.group(1), line);
    }
}
