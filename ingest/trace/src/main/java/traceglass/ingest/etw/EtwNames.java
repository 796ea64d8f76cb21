package traceglass.ingest.etw;

import java.util.Map;

/// Names of the numbers in Windows' file events: the opcodes of the `FileIo` class and the values of
/// `FILE_INFORMATION_CLASS`.
final class EtwNames {

    static final int CREATE_FILE = 64;
    static final int END_OPERATION = 76;

    /// One name starts with a space, as in trace processor, because queries rely on it.
    private static final Map<Long, String> FILE_EVENTS = Map.ofEntries(
            Map.entry(64L, "CreateFile"),
            Map.entry(65L, "Cleanup"),
            Map.entry(66L, "Close"),
            Map.entry(67L, "ReadFile"),
            Map.entry(68L, "WriteFile"),
            Map.entry(69L, "SetInformation"),
            Map.entry(70L, "DeleteFile"),
            Map.entry(71L, "RenameFile"),
            Map.entry(72L, "DirectoryEnumeration"),
            Map.entry(73L, "Flush"),
            Map.entry(74L, "QueryFileInformation"),
            Map.entry(75L, "FilesystemControlEvent"),
            Map.entry(76L, "EndOperation"),
            Map.entry(77L, "DirectoryNotification"),
            Map.entry(79L, "DeletePath"),
            Map.entry(80L, "RenamePath"),
            Map.entry(83L, "FltRead"),
            Map.entry(84L, " FltWrite"),
            Map.entry(85L, "FltSetInfo"),
            Map.entry(86L, "FltQueryInfo"));
    private static final long FIRST_FILE_EVENT = 64;
    private static final long LAST_FILE_EVENT = 86;

    private static final int DISPOSITION = 13;
    private static final int ALLOCATION = 19;
    private static final int END_OF_FILE = 20;

    /// Names from number 1 on, without their common prefix `File`.
    private static final String[] INFO_CLASSES = """
        DirectoryInformation FullDirectoryInformation BothDirectoryInformation BasicInformation StandardInformation
        InternalInformation EaInformation AccessInformation NameInformation RenameInformation LinkInformation NamesInformation
        DispositionInformation PositionInformation FullEaInformation ModeInformation AlignmentInformation AllInformation
        AllocationInformation EndOfFileInformation AlternateNameInformation StreamInformation PipeInformation
        PipeLocalInformation PipeRemoteInformation MailslotQueryInformation MailslotSetInformation CompressionInformation
        ObjectIdInformation CompletionInformation MoveClusterInformation QuotaInformation ReparsePointInformation
        NetworkOpenInformation AttributeTagInformation TrackingInformation IdBothDirectoryInformation
        IdFullDirectoryInformation ValidDataLengthInformation ShortNameInformation IoCompletionNotificationInformation
        IoStatusBlockRangeInformation IoPriorityHintInformation SfioReserveInformation SfioVolumeInformation
        HardLinkInformation ProcessIdsUsingFileInformation NormalizedNameInformation NetworkPhysicalNameInformation
        IdGlobalTxDirectoryInformation IsRemoteDeviceInformation UnusedInformation NumaNodeInformation
        StandardLinkInformation RemoteProtocolInformation RenameInformationBypassAccessCheck
        LinkInformationBypassAccessCheck VolumeNameInformation IdInformation IdExtdDirectoryInformation
        ReplaceCompletionInformation HardLinkFullIdInformation IdExtdBothDirectoryInformation DispositionInformationEx
        RenameInformationEx RenameInformationExBypassAccessCheck DesiredStorageClassInformation StatInformation
        MemoryPartitionInformation StatLxInformation CaseSensitiveInformation LinkInformationEx
        LinkInformationExBypassAccessCheck StorageReserveIdInformation CaseSensitiveInformationForceAccessCheck
        KnownFolderInformation StatBasicInformation Id64ExtdDirectoryInformation Id64ExtdBothDirectoryInformation
        IdAllExtdDirectoryInformation IdAllExtdBothDirectoryInformation\
        """.split("\\s+");

    private EtwNames() {}

    /// Returns the name of a file operation; null for a number outside the range of opcodes, "" for an unused one
    /// within it.
    static String fileEvent(long opcode) {
        if (opcode < FIRST_FILE_EVENT || opcode > LAST_FILE_EVENT) {
            return null;
        }
        return FILE_EVENTS.getOrDefault(opcode, "");
    }

    /// Returns the name of the information class that is read or set; null for an unknown number.
    static String fileInfoClass(long number) {
        return number >= 1 && number <= INFO_CLASSES.length ? "File" + INFO_CLASSES[(int) number - 1] : null;
    }

    /// Returns the argument name for an event's `extra_info`, which depends on the information class.
    static String extraInfo(long infoClass) {
        return infoClass == DISPOSITION
                ? "Disposition"
                : infoClass == ALLOCATION || infoClass == END_OF_FILE ? "File Size" : "Extra Info";
    }
}
