package traceglass.ingest.winscopefiles;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import traceglass.protos.winscope.FrameworksBaseWinscopeExtensions;
import traceglass.protos.winscope.FrameworksBaseWinscopeTracePacket;
import traceglass.protos.winscope.FrameworksNativeWinscopeTracePacket;

/// Kinds of files, recognized by the magic number in their first field, and the packet fields that hold the same
/// entries.
enum FileKind {
    LAYERS("LYRTRACE", FrameworksNativeWinscopeTracePacket.SURFACEFLINGER_LAYERS_SNAPSHOT_FIELD_NUMBER, false),
    TRANSACTIONS("TNXTRACE", FrameworksNativeWinscopeTracePacket.SURFACEFLINGER_TRANSACTIONS_FIELD_NUMBER, false),
    WINDOWS("WINTRACE", FrameworksBaseWinscopeExtensions.WINDOWMANAGER_FIELD_NUMBER, true),
    TRANSITIONS("TRNTRACE", FrameworksBaseWinscopeTracePacket.SHELL_TRANSITION_FIELD_NUMBER, false),
    SHELL_TRANSITIONS("WMSTRACE", FrameworksBaseWinscopeTracePacket.SHELL_TRANSITION_FIELD_NUMBER, false),
    INPUT_CLIENTS("IMCTRACE", FrameworksBaseWinscopeExtensions.INPUTMETHOD_CLIENTS_FIELD_NUMBER, true),
    INPUT_SERVICE("IMSTRACE", FrameworksBaseWinscopeExtensions.INPUTMETHOD_SERVICE_FIELD_NUMBER, true),
    INPUT_MANAGER("IMMTRACE", FrameworksBaseWinscopeExtensions.INPUTMETHOD_MANAGER_SERVICE_FIELD_NUMBER, true),
    PROTOLOG(
            "PROTOLOG",
            " contains ProtoLog messages without their format strings, which only the build of the device has. Record a"
                    + " Perfetto trace on Android 15 or newer instead."),
    VIEWS(
            new byte[] {0x78, 0x65, (byte) 0x90, 0x65, 0x73, (byte) 0x82, 0x65, 0x68},
            " is a view capture in the format of Android 14, which is not supported. Record a Perfetto trace on"
                    + " Android 15 or newer instead.");

    /// Tag of a first field with eight bytes.
    private static final byte MAGIC_TAG = 0x09;

    private final byte[] magic;
    final int field;
    final boolean isExtension;
    /// Reason why files of this kind cannot be read; null if they can.
    final String problem;

    /// @param field number of the packet field, or of the packets' extension field
    FileKind(String magic, int field, boolean isExtension) {
        this.magic = magic.getBytes(StandardCharsets.US_ASCII);
        this.field = field;
        this.isExtension = isExtension;
        problem = null;
    }

    FileKind(String magic, String problem) {
        this(magic.getBytes(StandardCharsets.US_ASCII), problem);
    }

    FileKind(byte[] magic, String problem) {
        this.magic = magic;
        field = 0;
        isExtension = false;
        this.problem = problem;
    }

    /// Returns the kind of a file; null if it is none of these kinds.
    static FileKind of(byte[] head) {
        if (head.length <= Long.BYTES || head[0] != MAGIC_TAG) {
            return null;
        }
        for (FileKind kind : values()) {
            if (Arrays.equals(kind.magic, 0, Long.BYTES, head, 1, 1 + Long.BYTES)) {
                return kind;
            }
        }
        return null;
    }
}
