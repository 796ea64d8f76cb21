package traceglass.convert.json;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import traceglass.convert.format.Conversion;
import traceglass.convert.format.TraceRows;
import traceglass.convert.ftracetext.FtraceTextWriter;
import traceglass.convert.output.ConvertProblem;
import traceglass.ingest.ImportProgress;
import traceglass.store.text.DisplayText;

/// Chrome JSON, as read by chrome://tracing, Perfetto and speedscope: slices of threads (`X`) and of other
/// tracks (`b`, `e`), instants, flows, counters, names, and scheduling as ftrace text. Times are in µs with
/// three decimals.
public final class JsonConversion implements Conversion {

    @Override
    public String id() {
        return "json";
    }

    @Override
    public String extension() {
        return "json";
    }

    @Override
    public String description() {
        return "slices, flows, counters and scheduling as Chrome JSON";
    }

    @Override
    public void convert(Request request, OutputStream out, ImportProgress progress, Consumer<String> notes)
            throws IOException, ConvertProblem {
        TraceRows rows = request.rows().open();
        out.write(ascii("{\"traceEvents\":["));
        long lost = new JsonEventsWriter(rows, JsonTaskIds.read(rows), out, progress).write();
        if (lost > 0) {
            notes.accept(DisplayText.count(lost, "flow was", "flows were")
                    + " omitted: arrows connect only slices of threads in this format");
        }
        out.write(']');
        writeScheduling(rows, out, progress, request.options().truncate(), notes);
        out.write('}');
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static void writeScheduling(
            TraceRows rows,
            OutputStream out,
            ImportProgress progress,
            @Nullable String truncate,
            Consumer<String> notes)
            throws IOException, ConvertProblem {
        FtraceTextWriter text = FtraceTextWriter.ofScheduling(rows, progress);
        long events = text.count();
        if (events == 0) {
            return;
        }
        FtraceTextWriter.Range range = FtraceTextWriter.Range.of(events, truncate);
        if (range.count() < events) {
            notes.accept(DisplayText.grouped(events - range.count()) + " of " + DisplayText.grouped(events)
                    + " scheduling events were omitted");
        }
        out.write(ascii(",\"systemTraceEvents\":\""));
        text.write(new EscapedText(out), range);
        out.write(ascii("\",\"controllerTraceDataKey\":\"systraceController\""));
    }

    /// Escapes text for a JSON string.
    private static final class EscapedText extends OutputStream {

        private static final int MAX_ESCAPE = 6;
        /// Escape sequences by ASCII character; empty for characters that are not escaped.
        private static final byte[][] ESCAPES = new byte[128][];

        static {
            for (char c = 0; c < ESCAPES.length; c++) {
                byte[] quoted = JsonStringEncoder.getInstance().quoteAsUTF8(String.valueOf(c));
                ESCAPES[c] = quoted.length == 1 ? new byte[0] : quoted;
            }
        }

        private final OutputStream out;
        private byte[] escaped = {};

        EscapedText(OutputStream out) {
            this.out = out;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            if (escaped.length < MAX_ESCAPE * length) {
                escaped = new byte[MAX_ESCAPE * length];
            }
            int end = 0;
            for (int i = offset; i < offset + length; i++) {
                byte b = bytes[i];
                if (b >= 0 && b < ESCAPES.length && ESCAPES[b].length > 0) {
                    for (byte e : ESCAPES[b]) {
                        escaped[end++] = e;
                    }
                } else {
                    escaped[end++] = b;
                }
            }
            out.write(escaped, 0, end);
        }
    }
}
