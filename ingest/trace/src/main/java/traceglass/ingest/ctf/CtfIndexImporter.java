package traceglass.ingest.ctf;

import java.util.Arrays;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;

/// Accepts the index files that LTTng writes for streams. They contain nothing that is not in the streams.
public final class CtfIndexImporter implements Importer {

    private static final byte[] MAGIC = {(byte) 0xC1, (byte) 0xF1, (byte) 0xDC, (byte) 0xC1};

    @Override
    public String id() {
        return "ctf_index";
    }

    @Override
    public String displayName() {
        return "CTF trace";
    }

    @Override
    public int priority() {
        return 34;
    }

    @Override
    public int archivePriority() {
        return 3;
    }

    @Override
    public boolean sniff(byte[] head) {
        return head.length >= MAGIC.length && Arrays.equals(head, 0, MAGIC.length, MAGIC, 0, MAGIC.length);
    }

    @Override
    public void read(TraceInput input, ImportContext context) {
        // Nothing to import.
    }
}
