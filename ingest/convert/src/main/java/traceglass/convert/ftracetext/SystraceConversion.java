package traceglass.convert.ftracetext;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import traceglass.convert.format.Conversion;
import traceglass.convert.output.ConvertProblem;
import traceglass.ingest.ImportProgress;
import traceglass.store.text.DisplayText;

/// Writes raw ftrace events as text, plain (`systrace`) or compressed as by `atrace -z` (`ctrace`).
public final class SystraceConversion implements Conversion {

    private final boolean isCompressed;

    public SystraceConversion(boolean isCompressed) {
        this.isCompressed = isCompressed;
    }

    @Override
    public String id() {
        return isCompressed ? "ctrace" : "systrace";
    }

    @Override
    public String extension() {
        return isCompressed ? "ctrace" : "systrace";
    }

    @Override
    public String description() {
        return isCompressed ? "the ftrace events as text, compressed as by atrace -z" : "the ftrace events as text";
    }

    @Override
    public void convert(Request request, OutputStream out, ImportProgress progress, Consumer<String> notes)
            throws IOException, ConvertProblem {
        FtraceTextWriter text = FtraceTextWriter.ofAll(request.rows().open(), progress);
        long events = text.count();
        if (events == 0) {
            throw new ConvertProblem("the trace has no ftrace events, and a " + id() + " file contains nothing else");
        }
        FtraceTextWriter.Range range =
                FtraceTextWriter.Range.of(events, request.options().truncate());
        if (range.count() < events) {
            notes.accept(DisplayText.grouped(events - range.count()) + " of " + DisplayText.grouped(events)
                    + " events were omitted");
        }
        if (!isCompressed) {
            text.write(out, range);
            return;
        }
        out.write("TRACE:\n".getBytes(StandardCharsets.US_ASCII));
        // Readers expect the zlib header bytes of this compression level.
        Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION);
        try {
            DeflaterOutputStream compressed = new DeflaterOutputStream(out, deflater);
            text.write(compressed, range);
            compressed.finish();
        } finally {
            deflater.end();
        }
    }
}
