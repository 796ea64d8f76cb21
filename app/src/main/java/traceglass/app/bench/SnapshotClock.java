package traceglass.app.bench;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;

/// One clock of a clock snapshot.
///
/// @param isIncremental whether its times are relative to the previous one
/// @param unitNs unit of its times, ns
record SnapshotClock(long id, long time, boolean isIncremental, long unitNs) {

    private static final int ID = 1;
    private static final int IS_INCREMENTAL = 3;
    private static final int UNIT_MULTIPLIER_NS = 4;

    static SnapshotClock read(byte[] clock) throws IOException {
        CodedInputStream in = CodedInputStream.newInstance(clock);
        long id = 0;
        long time = 0;
        boolean isIncremental = false;
        long unit = 1;
        for (int tag; (tag = in.readTag()) != 0; ) {
            switch (WireFormat.getTagFieldNumber(tag)) {
                case ID -> id = in.readUInt64();
                case PacketFields.CLOCK_TIMESTAMP -> time = in.readUInt64();
                case IS_INCREMENTAL -> isIncremental = in.readBool();
                case UNIT_MULTIPLIER_NS -> unit = Math.max(1, in.readUInt64());
                default -> in.skipField(tag);
            }
        }
        return new SnapshotClock(id, time, isIncremental, unit);
    }
}
