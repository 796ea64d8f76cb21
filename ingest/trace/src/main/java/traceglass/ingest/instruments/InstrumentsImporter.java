package traceglass.ingest.instruments;

import java.io.CharConversionException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PushbackReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.text.XmlStream;
import traceglass.ingest.tracker.clock.ClockGraph;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.store.names.StatNames;

/// Imports tables written by `xctrace export --xpath …` or `--toc`. Times are nanoseconds since the start of the
/// recording. Apple does not document the format; see the help of `xctrace`.
public final class InstrumentsImporter implements Importer {

    private static final String CLOCK_SYNC = "dev.perfetto.clock_sync";

    @Override
    public String id() {
        return "instruments_xml";
    }

    @Override
    public String displayName() {
        return "Instruments XML";
    }

    @Override
    public int priority() {
        return 150;
    }

    /// Accepts XML whose root element is that of exported tables or of a table of contents.
    @Override
    public boolean sniff(byte[] head) {
        String root = root(head);
        return root.equals("trace-query-result") || root.equals("trace-toc");
    }

    private static String root(byte[] head) {
        String text = new String(head, 0, Math.min(head.length, 4096), StandardCharsets.UTF_8);
        int offset = 0;
        while (offset < text.length()) {
            char c = text.charAt(offset);
            if (c == '\uFEFF' || Character.isWhitespace(c)) {
                offset++;
            } else if (text.startsWith("<?", offset)) {
                offset = after(text, "?>", offset);
            } else if (text.startsWith("<!--", offset)) {
                offset = after(text, "-->", offset);
            } else if (c == '<') {
                int end = offset + 1;
                while (end < text.length()
                        && (Character.isLetterOrDigit(text.charAt(end)) || text.charAt(end) == '-')) {
                    end++;
                }
                return text.substring(offset + 1, end);
            } else {
                return "";
            }
        }
        return "";
    }

    private static int after(String text, String end, int from) {
        int index = text.indexOf(end, from);
        return index < 0 ? text.length() : index + end.length();
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        ClockId clock = ClockId.ofFile(context.traceId());
        ClockTracker clocks = context.clocks();
        clocks.useOnly(clock);
        RowDispatcher dispatcher = new RowDispatcher(context, clock);
        TableReader tables = new TableReader(context, dispatcher);
        try (Reader text = new AttributeNameFilter(withoutByteOrderMark(input))) {
            XMLStreamReader in = XmlStream.factory().createXMLStreamReader(text);
            if (root(input.head()).equals("trace-toc")) {
                context.logs().record(StatNames.INSTRUMENTS_TOC, null);
                new TocReader(context).read(in);
            } else {
                tables.read(in);
            }
        } catch (XMLStreamException e) {
            if (e.getNestedException() instanceof IOException io && !(io instanceof CharConversionException)) {
                throw io;
            }
            if (tables.count() == 0 && !root(input.head()).equals("trace-toc")) {
                throw new TraceProblem(
                        input.name() + " has no complete row; the XML is invalid or ends early at line "
                                + (e.getLocation() == null
                                        ? "?"
                                        : e.getLocation().getLineNumber()) + ".",
                        e);
            }
            context.logs().recordAt(StatNames.INSTRUMENTS_TRUNCATED, input.position(), null);
        }
        dispatcher.details.finish();
    }

    /// Returns the text without a byte order mark, which the XML reader does not accept in character input.
    private static Reader withoutByteOrderMark(TraceInput input) throws IOException {
        PushbackReader text = new PushbackReader(new InputStreamReader(input.asStream(), StandardCharsets.UTF_8));
        int first = text.read();
        if (first >= 0 && first != '\uFEFF') {
            text.unread(first);
        }
        return text;
    }

    /// Dispatches rows by their kind.
    private static final class RowDispatcher implements TableReader.Rows {

        private final ImportContext context;
        private final ClockId clock;
        private final SampleRows samples;
        private final IntervalRows intervals;
        private final NonSampleRows nonSampleRows;
        private final DetailRows details;
        private long lastSync;

        RowDispatcher(ImportContext context, ClockId clock) {
            this.context = context;
            this.clock = clock;
            InstrumentsTasks tasks = new InstrumentsTasks(context);
            samples = new SampleRows(context, tasks);
            intervals = new IntervalRows(context, tasks, samples);
            nonSampleRows = new NonSampleRows(context, tasks);
            details = new DetailRows(context, samples);
        }

        @Override
        public void onDetail(Map<String, String> attributes, List<Cell> cells) {
            Cell.Backtrace stack = null;
            for (Cell cell : cells) {
                if (cell != null && cell.object instanceof Cell.Backtrace b && !b.frames.isEmpty()) {
                    stack = b;
                }
            }
            details.add(attributes, stack);
        }

        @Override
        public void onRow(InstrumentsSchema schema, List<Cell> cells) {
            InstrumentsRow row = new InstrumentsRow(schema, cells);
            Cell start = row.firstOf("start-time");
            Cell time = start != null ? start : row.firstOf("sample-time");
            time = time != null ? time : row.firstOf("event-time");
            if (time == null || time.number() == Cell.NONE) {
                time = null;
                context.stats().increment(StatNames.INSTRUMENTS_ROW_WITHOUT_TIME);
            }
            Cell.Backtrace stack = stack(row);
            if (stack == null && readSync(row, time)) {
                return;
            }
            long ts = context.clocks().defaultToTraceTime(time == null ? 0 : time.number());
            if (ts == ClockTracker.NONE) {
                return;
            }
            if (stack != null || row.lastOf("pmc-events") != null) {
                samples.add(ts, schema, row, stack);
            }
            if (time != null) {
                handleEvent(ts, row, stack != null);
            }
        }

        private static Cell.Backtrace stack(InstrumentsRow row) {
            for (String tag : new String[] {"tagged-backtrace", "backtrace", "kperf-bt"}) {
                Cell cell = row.lastOf(tag);
                if (cell != null && cell.object instanceof Cell.Backtrace b) {
                    return b;
                }
            }
            return null;
        }

        /// Relates the clock to that of a Perfetto trace recorded at the same time and marked with signposts.
        private boolean readSync(InstrumentsRow row, Cell time) {
            Cell subsystem = row.lastOf("subsystem");
            Cell message = row.lastOf("os-log-metadata");
            Cell value = message == null ? null : message.part("uint64");
            if (subsystem == null || !CLOCK_SYNC.equals(subsystem.text())) {
                return false;
            }
            if (time != null && value != null && value.number() >= lastSync) {
                lastSync = value.number();
                context.clocks()
                        .addSnapshot(List.of(
                                new ClockGraph.Reading(clock, time.number()),
                                new ClockGraph.Reading(ClockId.of(ClockId.BOOTTIME), lastSync)));
            }
            return true;
        }

        private void handleEvent(long ts, InstrumentsRow row, boolean isSample) {
            String table = row.schema().name;
            Cell duration = row.firstOf("duration");
            long dur = duration == null ? Cell.NONE : duration.number();
            if (NonSampleRows.isMeasurement(table)) {
                nonSampleRows.addMeasurement(ts, row);
            } else if (dur >= 0 && table.equals("thread-state")) {
                nonSampleRows.addState(ts, dur, row);
            } else if (dur >= 0) {
                intervals.add(ts, dur, row, IntervalRows.Phase.WHOLE);
            } else if (isSample || row.lastOf("pmc-events") != null) {
                return;
            } else if (table.equals("os-log")) {
                nonSampleRows.addMessage(ts, row);
            } else if (NonSampleRows.isNumeric(row)) {
                nonSampleRows.addMeasurement(ts, row);
            } else if (row.firstOf("time-sample-kind") == null && row.firstOf("weight") == null) {
                intervals.add(ts, 0, row, phase(row));
            }
        }

        /// Returns the phase of a signpost, such as `Begin` or `Interval Begin`.
        private static IntervalRows.Phase phase(InstrumentsRow row) {
            String type = row.schema().name.equals("os-signpost") ? row.label("event-type") : null;
            String lower = type == null ? "" : type.toLowerCase(Locale.ROOT);
            return lower.contains("begin")
                    ? IntervalRows.Phase.BEGIN
                    : lower.contains("end") ? IntervalRows.Phase.END : IntervalRows.Phase.WHOLE;
        }
    }
}
