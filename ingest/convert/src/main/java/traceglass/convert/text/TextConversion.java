package traceglass.convert.text;

import java.io.IOException;
import java.io.OutputStream;
import java.util.function.Consumer;
import traceglass.convert.format.Conversion;
import traceglass.convert.output.ConvertProblem;
import traceglass.ingest.ImportProgress;

/// Converts Perfetto traces to text.
public final class TextConversion implements Conversion {

    @Override
    public String id() {
        return "text";
    }

    @Override
    public String extension() {
        return "textproto";
    }

    @Override
    public String description() {
        return "a Perfetto trace as text, with the names of all fields";
    }

    @Override
    public void convert(Request request, OutputStream out, ImportProgress progress, Consumer<String> notes)
            throws IOException, ConvertProblem {
        String loss = TraceText.write(request.trace(), out, progress).loss();
        if (!loss.isEmpty()) {
            notes.accept(loss);
        }
    }
}
