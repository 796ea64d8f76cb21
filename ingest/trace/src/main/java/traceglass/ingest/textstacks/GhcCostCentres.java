package traceglass.ingest.textstacks;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads the reports that Haskell programs write with `+RTS -p` or `-P`: a list of the most expensive cost centres,
/// which is skipped, then the tree of all cost centres, indented by one space per level.
///
/// ```
/// COST CENTRE   MODULE   SRC          no.  entries  %time %alloc   %time %alloc  ticks     bytes
///
/// MAIN          MAIN     <built-in>   337        0    0.0    0.0   100.0  100.0      0       728
///  main         Main     a.hs:1:1-9   338        1   30.4    9.4    90.4   99.4      7   5617272
/// ```
final class GhcCostCentres implements StackGrammar {

    static final String TITLE = "Time and Allocation Profiling Report";
    private static final Pattern TOTAL_TIME = Pattern.compile("\\s*total time\\s*=.*\\(([\\d,]+) ticks @ (\\d+) us.*");
    private static final Pattern TOTAL_ALLOC = Pattern.compile("\\s*total alloc\\s*=\\s*([\\d,]+) bytes.*");
    private static final Pattern HEADER = Pattern.compile("COST CENTRE\\s+MODULE\\s.*\\bno\\.\\s+entries\\s.*");
    /// Name, module, source location (not in old versions), number, entries, individual and inherited shares, and
    /// with `-P` amounts.
    private static final Pattern LINE = Pattern.compile("( *)(\\S+)\\s+(\\S+)(?:\\s+(\\S.*?))?\\s+(\\d+)\\s+(\\d+)"
            + "\\s+([\\d.]+)\\s+([\\d.]+)\\s+([\\d.]+)\\s+([\\d.]+)(?:\\s+(\\d+)\\s+(\\d+))?\\s*");
    private static final double NS_PER_US = 1000;

    private final StackProfileWriter writer;
    private double ticks;
    private double tickNs = NS_PER_US * 1000;
    private double bytes;
    private StackTree time;
    private StackTree allocated;

    GhcCostCentres(StackProfileWriter writer) {
        this.writer = writer;
    }

    @Override
    public boolean read(String line) {
        if (line.isBlank()) {
            return true;
        }
        if (HEADER.matcher(line).matches()) {
            time = new StackTree(writer, writer.profile("time", "nanoseconds"));
            allocated = new StackTree(writer, writer.profile("alloc", "bytes"));
            return true;
        }
        if (time == null) {
            readTotal(line);
            return true;
        }
        Matcher m = LINE.matcher(line);
        if (!m.matches()) {
            return false;
        }
        // Shares have one decimal place; the amounts of -P are exact.
        double ownTicks = m.group(11) == null ? parsePercent(m.group(7)) * ticks : Double.parseDouble(m.group(11));
        double ownBytes = m.group(12) == null ? parsePercent(m.group(8)) * bytes : Double.parseDouble(m.group(12));
        int frame = GhcFrames.frame(writer.frames(), m.group(2), m.group(3), m.group(4));
        int depth = m.group(1).length();
        time.add(depth, 0, ownTicks * tickNs, frame);
        allocated.add(depth, 0, ownBytes, frame);
        return true;
    }

    private void readTotal(String line) {
        Matcher m = TOTAL_TIME.matcher(line);
        if (m.matches()) {
            ticks = Double.parseDouble(m.group(1).replace(",", ""));
            tickNs = Double.parseDouble(m.group(2)) * NS_PER_US;
        }
        m = TOTAL_ALLOC.matcher(line);
        if (m.matches()) {
            bytes = Double.parseDouble(m.group(1).replace(",", ""));
        }
    }

    private static double parsePercent(String percent) {
        try {
            return Double.parseDouble(percent) / 100;
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    /// Names of cost centres are unique only within a module.
    @Override
    public boolean finish() {
        if (time != null) {
            time.finish();
            allocated.finish();
        }
        return time != null;
    }
}
