package traceglass.ingest.textstacks;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import traceglass.ingest.TraceProblem;

/// Reads call trees that were copied from Instruments with "Deep Copy": tab-separated columns with values, and
/// functions whose indentation shows their depth.
///
/// ```
/// Weight          Self Weight     Symbol Name
/// 4.93 s  100.0%  0 s             main
/// 2.45 s   49.7%  846.00 ms        delta()
/// ```
final class InstrumentsCopy implements StackGrammar {

    /// Column with values.
    enum Column {
        TOTAL,
        SELF,
        COUNT;

        /// Returns the column with this title; null for other titles.
        static Column of(String title) {
            return switch (title.strip()) {
                case "Weight", "Running Time", "Bytes Used", "Cycles", "Samples", "Sample Count" -> TOTAL;
                case "Self Weight", "Self", "Self (ms)", "Self Time", "Self Cycles" -> SELF;
                case "Count" -> COUNT;
                default -> null;
            };
        }
    }

    private static final Pattern VALUE = Pattern.compile("\\s*([\\d.,]{1,24})\\s*([^\\s\\d%]*)(?:\\s.*)?");

    private final StackProfileWriter writer;
    private int totalColumn = -1;
    private int selfColumn = -1;
    private int countColumn = -1;
    private String selfUnit = "";
    private StackTree tree;
    private StackTree counts;
    /// Number of columns; 0 before the header has been read.
    private int width;

    InstrumentsCopy(StackProfileWriter writer) {
        this.writer = writer;
    }

    /// A value with the quantity and unit of the profile to which it belongs.
    private record Value(double value, String type, String unit) {}

    @Override
    public boolean read(String line) throws TraceProblem {
        if (line.isBlank()) {
            return true;
        }
        String[] columns = line.split("\t");
        if (width == 0) {
            readHeader(columns);
            return true;
        }
        String symbol = columns[columns.length - 1];
        if (columns.length < width || symbol.isBlank() || totalColumn >= columns.length - 1) {
            return false;
        }
        Value total = parse(columns[totalColumn], "");
        if (total == null) {
            return false;
        }
        // A missing value is printed as a dash.
        Value self = selfColumn < 0 || selfColumn >= columns.length - 1 ? null : parse(columns[selfColumn], selfUnit);
        double weight = selfColumn < 0 ? StackTree.FROM_CALLEES : self == null ? 0 : self.value;
        String name = symbol.strip();
        int column = symbol.indexOf(name);
        int frame = writer.frames().frame(null, name);
        if (tree == null) {
            tree = new StackTree(writer, writer.profile(total.type, total.unit));
        }
        tree.add(column, total.value, weight, frame);
        Value count = countColumn < 0 || countColumn >= columns.length - 1 ? null : parse(columns[countColumn], "");
        if (count != null) {
            if (counts == null) {
                counts = new StackTree(writer, writer.profile("objects", "count"));
            }
            counts.add(column, count.value, StackTree.FROM_CALLEES, frame);
        }
        return true;
    }

    private void readHeader(String[] columns) throws TraceProblem {
        width = columns.length;
        for (int i = columns.length - 1; i >= 0; i--) {
            Column column = Column.of(columns[i]);
            if (column == Column.TOTAL) {
                totalColumn = i;
            } else if (column == Column.SELF) {
                selfColumn = i;
                selfUnit = columns[i].contains("(ms)") ? "ms" : "";
            } else if (column == Column.COUNT) {
                countColumn = i;
            }
        }
        if (totalColumn < 0) {
            throw new TraceProblem("The copied table has no column with the weight of functions");
        }
    }

    /// Parses `4.93 s  100.0%`; returns null if it is not a number.
    ///
    /// @param unit unit to use if the text has none
    private static Value parse(String text, String unit) {
        Matcher m = VALUE.matcher(text);
        if (!m.matches()) {
            return null;
        }
        String number = m.group(1);
        // A comma before exactly three digits separates thousands; otherwise it is a decimal comma.
        number = number.matches("\\d{1,3}(,\\d{3})+(\\.\\d*)?") ? number.replace(",", "") : number.replace(',', '.');
        double value;
        try {
            value = Double.parseDouble(number);
        } catch (NumberFormatException e) {
            return null;
        }
        String printed = m.group(2).isEmpty() ? unit : m.group(2);
        return switch (printed) {
            case "h", "hr" -> time(value, 3.6e12);
            case "min" -> time(value, 6e10);
            case "s" -> time(value, 1e9);
            case "ms" -> time(value, 1e6);
            case "us", "µs", "μs" -> time(value, 1e3);
            case "ns" -> time(value, 1);
            case "B", "Bytes", "bytes" -> bytes(value, 0);
            case "KB", "KiB" -> bytes(value, 1);
            case "MB", "MiB" -> bytes(value, 2);
            case "GB", "GiB" -> bytes(value, 3);
            case "TB", "TiB" -> bytes(value, 4);
            case "cycles", "c" -> cycles(value, 1);
            case "Kc" -> cycles(value, 1e3);
            case "Mc" -> cycles(value, 1e6);
            case "Gc" -> cycles(value, 1e9);
            case "Tc" -> cycles(value, 1e12);
            default -> new Value(value, "samples", "count");
        };
    }

    private static Value time(double value, double factor) {
        return new Value(value * factor, "time", "nanoseconds");
    }

    private static Value bytes(double value, int power) {
        return new Value(value * Math.pow(1024, power), "space", "bytes");
    }

    private static Value cycles(double value, double factor) {
        return new Value(value * factor, "cycles", "count");
    }

    @Override
    public boolean finish() {
        if (tree != null) {
            tree.finish();
        }
        if (counts != null) {
            counts.finish();
        }
        return true;
    }
}
