package traceglass.ingest.gecko;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.text.JsonHead;
import traceglass.ingest.text.JsonStream;
import traceglass.store.names.StatNames;

/// Reads the names of functions for a profile of samply in the same archive, see [SamplySymbols].
public final class SamplySymbolsImporter implements Importer {

    @Override
    public String id() {
        return "samply_symbols";
    }

    @Override
    public String displayName() {
        return "Symbols of samply";
    }

    @Override
    public int priority() {
        return 99;
    }

    @Override
    public int archivePriority() {
        return 1;
    }

    @Override
    public boolean sniff(byte[] head) {
        JsonHead json = JsonHead.of(head);
        return !json.isArray()
                && json.has("string_table")
                && "string_table".equals(json.keys().iterator().next());
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        if (input.file() != null) {
            throw new TraceProblem(
                    input.name() + " contains function names for a samply profile; open the profile next to it");
        }
        readAll(input, context);
    }

    /// Reads the symbols for a profile from a file next to it, if there is one: `a.syms.json` for `a.json`, or
    /// `a.json.syms.json` for `a.json.gz`.
    static void readNextTo(TraceInput profile, ImportContext context) throws IOException {
        Path file = profile.outerFile();
        if (file == null) {
            return;
        }
        String name = file.getFileName().toString();
        for (int dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
            Path symbols = file.resolveSibling(name.substring(0, dot) + ".syms.json");
            if (Files.isRegularFile(symbols) && Files.isReadable(symbols)) {
                try (TraceInput input = new TraceInput(
                        symbols.getFileName().toString(), Files.newInputStream(symbols), profile.progress())) {
                    readAll(input, context);
                }
                return;
            }
        }
    }

    private static void readAll(TraceInput input, ImportContext context) throws IOException {
        try (JsonParser in = JsonStream.open(input)) {
            SamplySymbols.of(context).read(in);
        } catch (JacksonException e) {
            context.logs().recordAt(StatNames.GECKO_TRUNCATED, input.position(), null);
        }
    }
}
