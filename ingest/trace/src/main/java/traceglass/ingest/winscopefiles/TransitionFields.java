package traceglass.ingest.winscopefiles;

import traceglass.ingest.proto.ProtoBytes;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.protos.winscope.ShellTransition;

/// Fields of a transition in the files of Android 14, for which the window manager and the shell each write their own
/// file, and the numbers of these fields in packets.
enum TransitionFields {
    WINDOW_MANAGER(
            new int[] {
                0,
                ShellTransition.ID_FIELD_NUMBER,
                ShellTransition.START_TRANSACTION_ID_FIELD_NUMBER,
                ShellTransition.FINISH_TRANSACTION_ID_FIELD_NUMBER,
                ShellTransition.CREATE_TIME_NS_FIELD_NUMBER,
                ShellTransition.SEND_TIME_NS_FIELD_NUMBER,
                ShellTransition.FINISH_TIME_NS_FIELD_NUMBER,
                ShellTransition.TYPE_FIELD_NUMBER,
                ShellTransition.CHANGES_FIELD_NUMBER,
                ShellTransition.FLAGS_FIELD_NUMBER,
                ShellTransition.WM_ABORT_TIME_NS_FIELD_NUMBER,
                ShellTransition.STARTING_WINDOW_REMOVE_TIME_NS_FIELD_NUMBER
            },
            4,
            5,
            6,
            10,
            11),
    SHELL(
            new int[] {
                0,
                ShellTransition.ID_FIELD_NUMBER,
                ShellTransition.DISPATCH_TIME_NS_FIELD_NUMBER,
                ShellTransition.HANDLER_FIELD_NUMBER,
                ShellTransition.MERGE_TIME_NS_FIELD_NUMBER,
                ShellTransition.MERGE_REQUEST_TIME_NS_FIELD_NUMBER,
                ShellTransition.MERGE_TARGET_FIELD_NUMBER,
                ShellTransition.SHELL_ABORT_TIME_NS_FIELD_NUMBER
            },
            2,
            4,
            5,
            7);

    /// Field numbers in packets, by their field numbers in files.
    private final int[] packetFields;

    private final int[] timeFields;

    TransitionFields(int[] packetFields, int... timeFields) {
        this.packetFields = packetFields;
        this.timeFields = timeFields;
    }

    /// Writes a transition with the field numbers of packets. Unknown fields are skipped.
    void convert(byte[] transition, ProtoBytes to) {
        ProtoCursor cursor = new ProtoCursor();
        for (cursor.enter(transition, 0, transition.length); cursor.next(); ) {
            if (cursor.field() >= packetFields.length) {
                continue;
            }
            int field = packetFields[cursor.field()];
            if (cursor.wire() == ProtoCursor.BYTES) {
                to.bytes(field, cursor.buffer(), cursor.offset(), cursor.length());
            } else {
                to.number(field, cursor.asLong());
            }
        }
    }

    /// Returns the latest time of a transition; 0 if it has none.
    long lastTime(byte[] transition) {
        long last = 0;
        ProtoCursor cursor = new ProtoCursor();
        for (cursor.enter(transition, 0, transition.length); cursor.next(); ) {
            for (int time : timeFields) {
                if (cursor.field() == time && cursor.wire() != ProtoCursor.BYTES) {
                    last = Math.max(last, cursor.asLong());
                }
            }
        }
        return last;
    }
}
