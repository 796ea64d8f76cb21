package traceglass.ingest.visualstudio;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.GrowingDoubles;
import traceglass.ingest.collection.GrowingInts;
import traceglass.ingest.text.QuotedValues;
import traceglass.ingest.tracker.stack.AggregateProfiles;
import traceglass.ingest.tracker.stack.NamedFrames;

/// The rows of a call tree. Columns of self values become profiles. Reports of instrumented programs contain self times
/// only as percentages of a total, which is derived from the number of calls and the average time of a call. Other
/// percentages are kept if the values themselves are missing.
final class CallTreeTable {

    private static final int MAX_DEPTH = 1 << 14;
    private static final double NS_PER_MS = 1e6;
    private static final double PERCENT = 100;
    private static final String EXCLUSIVE = "Exclusive ";
    private static final String SHARE = " %";
    /// Quantity whose total can be derived.
    private static final String ELAPSED_TIME = "elapsed time";

    private final ImportContext context;
    private final NamedFrames frames;
    private final List<Measure> measures = new ArrayList<>();
    private final int[] callsites = new int[MAX_DEPTH];
    private final GrowingInts sites = new GrowingInts();
    private int depth;
    private int module = -1;
    private int calls = -1;
    private int averageTime = -1;
    private int inclusivePercent = -1;
    /// Time of the whole program in ms, and the percentage of the row from which it was derived; 0 if unknown.
    private double totalMs;
    private double totalFromPercent;

    /// A column of self values.
    private static final class Measure {
        final int column;
        final String name;
        final String unit;
        /// Whether the values are percentages of the whole program.
        final boolean isShare;
        final GrowingDoubles values = new GrowingDoubles();

        Measure(int column, String name, String unit, boolean isShare) {
            this.column = column;
            this.name = name;
            this.unit = unit;
            this.isShare = isShare;
        }
    }

    CallTreeTable(String header, ImportContext context) {
        this.context = context;
        frames = new NamedFrames(context.stackProfiles(), context.strings(), "[unknown]");
        List<String> titles =
                QuotedValues.split(header).stream().map(String::strip).toList();
        for (int i = 0; i < titles.size(); i++) {
            addColumn(i, titles.get(i), titles);
        }
    }

    private void addColumn(int column, String title, List<String> titles) {
        if (title.equals("Number of Calls")) {
            calls = column;
            measures.add(new Measure(column, "calls", "count", false));
        } else if (title.equals("Module Name")) {
            module = column;
        } else if (title.equals("Avg Elapsed Inclusive Time")) {
            averageTime = column;
        } else if (title.equals("Elapsed Inclusive Time %")) {
            inclusivePercent = column;
        } else if (title.contains(EXCLUSIVE) && !title.startsWith("Avg ")) {
            boolean isShare = title.endsWith(SHARE);
            String quantity = isShare ? title.substring(0, title.length() - SHARE.length()) : title;
            if (!isShare || !titles.contains(quantity)) {
                String name = quantity.replace(EXCLUSIVE, "").toLowerCase(Locale.ROOT);
                measures.add(new Measure(column, name, unit(name), isShare));
            }
        }
    }

    private static String unit(String name) {
        return name.contains("time") ? "nanoseconds" : name.contains("bytes") ? "bytes" : "count";
    }

    boolean isEmpty() {
        return measures.isEmpty() || sites.size() == 0;
    }

    /// Reads a row. Returns whether all of it was valid.
    boolean read(String line) {
        List<String> fields = QuotedValues.split(line);
        double number = parseNumber(fields, 0);
        if (!(number >= 0 && number < MAX_DEPTH) || fields.size() < 2) {
            return false;
        }
        int level = (int) number;
        boolean isValid = level <= depth;
        // If a level is missing, attach the function to the innermost level before it.
        level = Math.min(level, depth);
        String library =
                module >= 0 && module < fields.size() ? fields.get(module).strip() : "";
        int frame = frames.frame(library.isEmpty() ? null : library, fields.get(1));
        int callsite = frames.callsite(level == 0 ? -1 : callsites[level - 1], frame);
        callsites[level] = callsite;
        depth = Math.min(level + 1, MAX_DEPTH - 1);
        sites.add(callsite);
        for (Measure measure : measures) {
            double value = parseNumber(fields, measure.column);
            isValid &= !Double.isNaN(value);
            measure.values.add(value > 0 ? value : 0);
        }
        deriveTotal(fields);
        return isValid;
    }

    /// Derives the time of the whole program from the row with the largest share, which gives the most exact result.
    private void deriveTotal(List<String> fields) {
        double share = parseNumber(fields, inclusivePercent);
        double ms = parseNumber(fields, averageTime) * parseNumber(fields, calls);
        if (share > totalFromPercent && ms > 0) {
            totalFromPercent = share;
            totalMs = ms * PERCENT / share;
        }
    }

    /// Writes the profiles.
    void finish() {
        AggregateProfiles profiles = new AggregateProfiles(context.storage());
        for (Measure measure : measures) {
            boolean isDerived = measure.isShare && measure.name.equals(ELAPSED_TIME) && totalMs > 0;
            if (isDerived) {
                write(profiles, measure, measure.name, measure.unit, totalMs * NS_PER_MS / PERCENT);
            } else if (measure.isShare) {
                write(profiles, measure, "share of " + measure.name, "percent", 1);
            } else {
                write(
                        profiles,
                        measure,
                        measure.name,
                        measure.unit,
                        measure.unit.equals("nanoseconds") ? NS_PER_MS : 1);
            }
        }
    }

    private void write(AggregateProfiles profiles, Measure measure, String name, String unit, double scale) {
        int row = profiles.profile("vs_call_tree_file", "Visual Studio " + name, name, unit);
        for (int i = 0; i < sites.size(); i++) {
            if (measure.values.get(i) > 0) {
                profiles.add(row, sites.get(i), measure.values.get(i) * scale);
            }
        }
    }

    /// Returns a number, whose digits may be grouped by commas; NaN if it is invalid or missing.
    private static double parseNumber(List<String> fields, int column) {
        if (column < 0 || column >= fields.size()) {
            return Double.NaN;
        }
        try {
            double value =
                    Double.parseDouble(fields.get(column).replace(",", "").strip());
            return Double.isFinite(value) ? value : Double.NaN;
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }
}
