package traceglass.ingest.etw;

import java.util.Map;

/// Names of what Windows' file events give as numbers: the opcodes of its `FileIo` class, and the kinds of information
/// of `FILE_INFORMATION_CLASS`.
final class EtwNames {

    static final int CREATE_FILE = 64;
    static final int END_OPERATION = 76;

    /// The blank in one of them is the reference's, which queries for the name rely on.
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

    /// From number 1 on, without the `File` that all begin with.
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

    /// What is done to a file; null for a number outside of the range of opcodes, "" for an unused one inside.
    static String fileEvent(long opcode) {
        if (opcode < FIRST_FILE_EVENT || opcode > LAST_FILE_EVENT) {
            return null;
        }
        return FILE_EVENTS.getOrDefault(opcode, "");
    }

    /// What is asked of a file or set, null for an unknown number.
    static String fileInfoClass(long number) {
        return number >= 1 && number <= INFO_CLASSES.length ? "File" + INFO_CLASSES[(int) number - 1] : null;
    }

    /// What the `extra_info` of an event about this kind of information is.
    static String extraInfo(long infoClass) {
        return infoClass == DISPOSITION
                ? "Disposition"
                : infoClass == ALLOCATION || infoClass == END_OF_FILE ? "File Size" : "Extra Info";
    }
}
