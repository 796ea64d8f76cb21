package traceglass.ingest.ctf;

import java.io.IOException;
import java.util.function.Consumer;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;

/// Reads the file `metadata` of a trace, before the streams in the same folder.
public final class CtfMetadataImporter implements Importer {

    private static final int MAX_SIZE = 1 << 28;

    @Override
    public String id() {
        return "ctf_metadata";
    }

    @Override
    public String displayName() {
        return "CTF trace";
    }

    @Override
    public int priority() {
        return 32;
    }

    @Override
    public int archivePriority() {
        return 1;
    }

    @Override
    public boolean sniff(byte[] head) {
        return Metadata.isMetadata(head);
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        String text = Metadata.text(input.asStream().readNBytes(MAX_SIZE));
        Consumer<String> onProblem = reason -> context.logs()
                .record(
                        "ctf_metadata_error",
                        b -> b.addString(
                                context.strings().intern("reason"),
                                context.strings().intern(reason)));
        CtfTrace trace = Metadata.isJson(text.stripLeading())
                ? Ctf2Parser.parse(text, onProblem)
                : TsdlParser.parse(text, onProblem);
        if (trace.streams.isEmpty()) {
            throw new TraceProblem(input.name() + " describes no streams of events");
        }
        CtfTraces.of(context).add(input.name(), trace, context);
        // Streams need not begin with a magic number.
        context.session().claimFolder(CtfTraces.folder(input.name()), new CtfStreamImporter());
        String host = trace.environment.get("hostname");
        if (host != null) {
            context.metadata().setDynamic("ctf_hostname", host);
        }
    }
}
