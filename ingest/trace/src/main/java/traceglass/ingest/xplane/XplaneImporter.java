package traceglass.ingest.xplane;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.protos.foreign.xplane.XPlane;
import traceglass.protos.foreign.xplane.XSpace;

/// Imports profiles of TensorFlow and JAX: the protobuf message `XSpace`, whose planes are devices, hosts and other
/// sources of events.
public final class XplaneImporter implements Importer {

    private static final int MAX_NAME = 200;
    /// Plane with properties of the recording, the only plane whose name is not a path.
    private static final String ENVIRONMENT = "Task Environment";

    @Override
    public String id() {
        return "xplane";
    }

    @Override
    public String displayName() {
        return "TensorFlow or JAX profile (XPlane)";
    }

    @Override
    public int priority() {
        return 214;
    }

    /// Accepts a message whose first field is a message with an optional number and a name. Names of planes are
    /// paths such as `/host:CPU`; no message of another format has a path in this field.
    @Override
    public boolean sniff(byte[] head) {
        if (head.length < 4 || head[0] != (XSpace.PLANES_FIELD_NUMBER << 3 | ProtoCursor.BYTES)) {
            return false;
        }
        int offset = 1;
        while (offset < head.length && head[offset] < 0 && offset < 6) {
            offset++;
        }
        ProtoCursor cursor = new ProtoCursor().enter(head, offset + 1, Math.max(head.length - offset - 1, 0));
        boolean hasNext = cursor.next();
        if (hasNext && cursor.field() == XPlane.ID_FIELD_NUMBER && cursor.wire() == ProtoCursor.VARINT) {
            hasNext = cursor.next();
        }
        return hasNext
                && cursor.field() == XPlane.NAME_FIELD_NUMBER
                && cursor.wire() == ProtoCursor.BYTES
                && isName(head, cursor.offset(), cursor.length());
    }

    private static boolean isName(byte[] head, int from, int length) {
        if (length < 2 || length > MAX_NAME) {
            return false;
        }
        String name = new String(head, from, length, StandardCharsets.UTF_8);
        return name.chars().allMatch(c -> c >= ' ') && (name.charAt(0) == '/' || name.equals(ENVIRONMENT));
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        new XplaneReader(input, context).read();
    }
}
