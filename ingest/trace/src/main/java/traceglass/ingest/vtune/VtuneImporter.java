package traceglass.ingest.vtune;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.text.TextHead;
import traceglass.ingest.text.TextLines;
import traceglass.ingest.tracker.stack.AggregateProfiles;
import traceglass.ingest.tracker.stack.NamedFrames;
import traceglass.store.names.StatNames;

/// Imports top-down reports of VTune (`vtune -report top-down -format csv`): a table whose first column is a call tree
/// with one space per level, and whose columns `…:Self` are the self values of each function. Each such column
/// becomes a profile.
///
/// ```
/// Function Stack,CPU Time:Self,Module
/// Total,0.0,[Unknown]
///  main,1.25,app.exe
/// ```
public final class VtuneImporter implements Importer {

    private static final String STACK = "Function Stack";
    private static final String SELF = ":Self";
    private static final String TOTAL = "Total";
    private static final String UNKNOWN = "[Unknown]";
    private static final String SEPARATORS = ",\t;|";
    private static final int MAX_SNIFFED_LINES = 20;
    private static final int MAX_DEPTH = 1 << 14;
    private static final double NS_PER_S = 1e9;

    @Override
    public String id() {
        return "vtune_csv";
    }

    @Override
    public String displayName() {
        return "VTune report";
    }

    @Override
    public int priority() {
        return 179;
    }

    @Override
    public boolean isText() {
        return true;
    }

    @Override
    public boolean sniff(byte[] head) {
        return TextHead.exceptJson(head).lines().limit(MAX_SNIFFED_LINES).anyMatch(VtuneImporter::isHeader);
    }

    private static boolean isHeader(String line) {
        return line.startsWith(STACK)
                && line.length() > STACK.length()
                && SEPARATORS.indexOf(line.charAt(STACK.length())) >= 0
                && line.contains(SELF);
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        Report report = null;
        try (TextLines lines = new TextLines(input.asStream())) {
            for (String line = lines.next(); line != null; line = lines.next()) {
                if (report == null) {
                    report = isHeader(line) ? new Report(line, context) : null;
                } else if (!line.isBlank() && !report.parse(line)) {
                    context.logs().recordAt(StatNames.VTUNE_LINE_SKIPPED, input.position(), null);
                }
            }
        }
        if (report == null || report.isEmpty()) {
            throw new TraceProblem(input.name() + " is a report of VTune without self values of functions");
        }
    }

    /// A column with self values.
    private record Measure(int column, int profile, double scale) {}

    /// State of one table.
    private static final class Report {
        private final char separator;
        private final List<Measure> measures = new ArrayList<>();
        private final AggregateProfiles profiles;
        private final NamedFrames frames;
        /// Callsites from the outermost function to that of the current line.
        private final int[] callsites = new int[MAX_DEPTH];
        private int depth;
        private int module = -1;
        private boolean hasRows;

        Report(String header, ImportContext context) {
            separator = header.charAt(STACK.length());
            profiles = new AggregateProfiles(context.storage());
            frames = new NamedFrames(context.stackProfiles(), context.strings(), "[vtune]");
            List<String> titles = fields(header);
            for (int i = 1; i < titles.size(); i++) {
                String title = titles.get(i).strip();
                if (title.endsWith(SELF)) {
                    measures.add(measure(i, title.substring(0, title.length() - SELF.length())));
                } else if (title.equals("Module")) {
                    module = i;
                }
            }
        }

        private Measure measure(int column, String title) {
            String lower = title.toLowerCase(Locale.ROOT);
            boolean isTime = lower.contains("time");
            boolean isSize = lower.contains("size");
            String unit = isTime ? "nanoseconds" : isSize ? "bytes" : "count";
            return new Measure(column, profiles.profile("vtune_file", "VTune", title, unit), isTime ? NS_PER_S : 1);
        }

        boolean isEmpty() {
            return !hasRows || measures.isEmpty();
        }

        /// Reads a line. Returns whether all of it was valid.
        boolean parse(String line) {
            List<String> fields = fields(line);
            String cell = fields.getFirst();
            String name = cell.stripLeading();
            int level = cell.length() - name.length();
            boolean isValid = level <= depth && level < MAX_DEPTH - 1 && fields.size() > 1;
            // If a level is missing, attach the function to the innermost level before it.
            level = Math.clamp(level, 0, Math.min(depth, MAX_DEPTH - 1));
            int parent = level == 0 ? -1 : callsites[level - 1];
            String library =
                    module >= 0 && module < fields.size() ? fields.get(module).strip() : UNKNOWN;
            boolean isTotal = level == 0 && name.equals(TOTAL);
            int callsite = isTotal
                    ? -1
                    : frames.callsite(parent, frames.frame(library.equals(UNKNOWN) ? null : library, name));
            callsites[level] = callsite;
            depth = level + 1;
            hasRows = true;
            for (Measure measure : measures) {
                double value = measure.column < fields.size() ? parseNumber(fields.get(measure.column)) : Double.NaN;
                if (value > 0 && !isTotal) {
                    profiles.add(measure.profile, callsite, value * measure.scale);
                }
                isValid &= !Double.isNaN(value);
            }
            return isValid;
        }

        /// Parses a number; returns 0 for an empty field, and NaN if it is not a number. Some locales write a comma as
        /// decimal mark; in these, fields are not separated by commas. Otherwise, commas group digits.
        private double parseNumber(String field) {
            String text = field.strip();
            boolean isDecimal = separator != ',' && text.indexOf(',') == text.lastIndexOf(',');
            if (isDecimal && text.indexOf(',') > text.lastIndexOf('.') || text.indexOf('.') != text.lastIndexOf('.')) {
                text = text.replace(".", "").replace(',', '.');
            } else {
                text = text.replace(",", "");
            }
            try {
                double value =
                        text.isEmpty() ? 0 : Double.parseDouble(text.endsWith("s") ? text.replace("s", "") : text);
                return Double.isFinite(value) ? value : Double.NaN;
            } catch (NumberFormatException e) {
                return Double.NaN;
            }
        }

        /// Splits a line. Fields may be in quotation marks, which in the first field come after the indentation.
        private List<String> fields(String line) {
            List<String> fields = new ArrayList<>();
            StringBuilder field = new StringBuilder();
            boolean isQuoted = false;
            for (int i = 0; i < line.length(); i++) {
                char c = line.charAt(i);
                if (c == '"') {
                    boolean isEscaped = isQuoted && i + 1 < line.length() && line.charAt(i + 1) == '"';
                    if (isEscaped) {
                        field.append(c);
                        i++;
                    } else {
                        isQuoted = !isQuoted;
                    }
                } else if (c == separator && !isQuoted) {
                    fields.add(field.toString());
                    field.setLength(0);
                } else {
                    field.append(c);
                }
            }
            fields.add(field.toString());
            return fields;
        }
    }
}
