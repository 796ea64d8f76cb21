package traceglass.ingest.collapsed;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.text.TextLines;

/// Imports collapsed stacks, the input of flame graph tools. Written by stackcollapse-*.pl of FlameGraph,
/// async-profiler, py-spy, rbspy, bpftrace and many others.
public final class CollapsedImporter implements Importer {

    /// Number of lines that are inspected to recognize the format.
    private static final int SNIFFED_LINES = 10;
    /// If the first lines all have several frames, fewer lines suffice.
    private static final int CLEAR_LINES = 3;

    @Override
    public String id() {
        return "collapsed_stack";
    }

    @Override
    public String displayName() {
        return "collapsed stacks";
    }

    @Override
    public int priority() {
        return 190;
    }

    @Override
    public boolean isText() {
        return true;
    }

    /// Returns whether the text begins like JSON, which on one line may look like a stack that is longer than the
    /// inspected bytes.
    private static boolean isJson(byte[] head) {
        return head.length > 1
                && (head[0] == '{' || head[0] == '[')
                && (head[1] == '"' || head[1] == '{' || head[1] <= ' ');
    }

    /// Accepts text whose first lines end in a space and a number and have several frames; some of the first ten
    /// lines may have a single frame.
    @Override
    public boolean sniff(byte[] head) {
        if (isJson(head)) {
            return false;
        }
        int multiFrameLines = 0;
        int lines = 0;
        boolean isTruncated = head.length >= TraceInput.MAX_HEAD_BYTES;
        try (TextLines text = new TextLines(new ByteArrayInputStream(head))) {
            String next = text.next();
            while (next != null && lines < SNIFFED_LINES) {
                String line = next;
                next = text.next();
                if (CollapsedLine.isBlankOrComment(line)) {
                    continue;
                }
                CollapsedLine parsed = CollapsedLine.parse(line);
                if (parsed == null && next == null && isTruncated) {
                    // A single stack may be longer than the inspected bytes.
                    return multiFrameLines > 0 || line.indexOf(';') > 0 && line.indexOf('\0') < 0;
                }
                if (parsed == null || parsed.stack().indexOf('\0') >= 0) {
                    return false;
                }
                lines++;
                multiFrameLines += parsed.hasSeveralFrames() ? 1 : 0;
                if (lines == CLEAR_LINES && multiFrameLines == CLEAR_LINES) {
                    return true;
                }
            }
        } catch (IOException e) {
            return false;
        }
        return multiFrameLines > 0;
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException {
        CollapsedReader reader = new CollapsedReader(context, CollapsedReader.isComparison(input.head()));
        try (TextLines text = new TextLines(input.asStream())) {
            for (String line = text.next(); line != null; line = text.next()) {
                reader.read(line, input.position());
            }
        }
    }
}
