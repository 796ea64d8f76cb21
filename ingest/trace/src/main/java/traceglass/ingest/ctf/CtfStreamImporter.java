package traceglass.ingest.ctf;

import java.io.IOException;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;

/// Imports an event stream, which the metadata in the same folder describes.
public final class CtfStreamImporter implements Importer {

    private static final int MAGIC = 0xC1FC1FC1;

    @Override
    public String id() {
        return "ctf";
    }

    @Override
    public String displayName() {
        return "CTF trace";
    }

    @Override
    public int priority() {
        return 33;
    }

    @Override
    public boolean sniff(byte[] head) {
        if (head.length < Integer.BYTES) {
            return false;
        }
        int magic = (head[0] & 0xff) << 24 | (head[1] & 0xff) << 16 | (head[2] & 0xff) << 8 | head[3] & 0xff;
        return magic == MAGIC || magic == Integer.reverseBytes(MAGIC);
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        CtfTraces.Folder folder = CtfTraces.of(context).ofStream(input.name());
        if (folder == null) {
            throw new TraceProblem(
                    input.name() + " is a stream of a CTF trace without its metadata; open the whole folder");
        }
        new StreamReader(folder, input, context).read();
    }
}
