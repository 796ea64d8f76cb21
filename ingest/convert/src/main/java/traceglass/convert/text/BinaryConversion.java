package traceglass.convert.text;

import java.io.IOException;
import java.io.OutputStream;
import java.util.function.Consumer;
import traceglass.convert.format.Conversion;
import traceglass.convert.output.ConvertProblem;
import traceglass.ingest.ImportProgress;

/// Converts the text of a Perfetto trace or trace config to the binary format.
public final class BinaryConversion implements Conversion {

    @Override
    public String id() {
        return "binary";
    }

    @Override
    public String extension() {
        return "pftrace";
    }

    @Override
    public String description() {
        return "a Perfetto trace or trace config in binary format, from its text";
    }

    @Override
    public void convert(Request request, OutputStream out, ImportProgress progress, Consumer<String> notes)
            throws IOException, ConvertProblem {
        String loss = TraceText.encode(request.trace(), out, progress).loss();
        if (!loss.isEmpty()) {
            notes.accept(loss);
        }
    }
}
