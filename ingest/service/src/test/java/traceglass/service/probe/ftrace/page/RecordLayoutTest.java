package traceglass.service.probe.ftrace.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import traceglass.service.testing.KernelFormats;

class RecordLayoutTest {

    @Test
    void readsFieldsOfAFormatFile() {
        RecordLayout layout = RecordLayout.parse(KernelFormats.SCHED_SWITCH);
        assertNotNull(layout);
        assertEquals(100, layout.id());
        assertEquals(
                List.of("common_type", "common_flags", "common_preempt_count", "common_pid"),
                layout.common().stream().map(RecordField::name).toList());
        assertEquals(new RecordField("char next_comm[16]", "next_comm", 40, 16, false), layout.ownField("next_comm"));
        assertEquals(64, layout.minimumSize());
    }

    @Test
    void damagedFormatsAreRefused() {
        assertNull(RecordLayout.parse(""));
        assertNull(RecordLayout.parse("name: x\nID: many\nformat:\n"));
        assertNull(RecordLayout.parse(KernelFormats.PRINT.replace("ID: 5", "")));
        assertNull(RecordLayout.parse("ID: 5\nfield:int x; offset:8; size:4; signed:1;"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "char comm[16] | 16 | false | TEXT",
                "char comm[TASK_COMM_LEN] | 16 | false | TEXT",
                "__data_loc char[] name | 4 | false | LOCATED_TEXT",
                "__data_loc u8[] data | 4 | false | LOCATED_BYTES",
                "__data_loc unsigned long[] data | 4 | false | ",
                "__rel_loc char[] data | 4 | false | ",
                "const char * name | 8 | false | POINTER_TEXT",
                "void * function | 8 | false | ADDRESS_64",
                "void* function | 4 | false | ADDRESS_32",
                "struct thing * x | 8 | false | UNSIGNED_64",
                "char buf[] | 0 | false | REST_TEXT",
                "char buf | 0 | true | REST_TEXT",
                "bool on | 1 | true | UNSIGNED_8",
                "dev_t dev | 4 | false | DEVICE_32",
                "ino_t ino | 8 | false | INODE_64",
                "pid_t pid | 4 | true | THREAD",
                "unsigned long args[6] | 48 | false | ARGUMENTS_64",
                "unsigned long args[6] | 24 | false | ARGUMENTS_32",
                "u8 x | 1 | false | UNSIGNED_8",
                "s8 x | 1 | true | SIGNED_8",
                "short x | 2 | true | SIGNED_16",
                "u16 x | 2 | false | UNSIGNED_16",
                "int x | 4 | true | SIGNED_32",
                "gfp_t x | 4 | false | UNSIGNED_32",
                "long x | 8 | true | SIGNED_64",
                "struct thing x | 12 | false | ",
            })
    void encodingsOfFieldsFollowTheirDeclarations(
            String declaration, int size, boolean isSigned, FieldEncoding expected) {
        assertEquals(expected, FieldEncoding.of(new RecordField(declaration, "x", 8, size, isSigned)));
    }

    @ParameterizedTest
    @CsvSource({
        "sched, sched_switch, sched_switch",
        "mali, mali_KCPU_CQS_SET, mali_mali_KCPU_CQS_SET",
        "dpu, tracing_mark_write, dpu_tracing_mark_write",
        "mdss, tracing_mark_write, tracing_mark_write",
        "unheard, tracing_mark_write, ",
        "systrace, 0, zero",
        "kgsl, gpu_frequency, kgsl_gpu_frequency",
        "ext4, ext4_direct_IO_enter, ext4_direct_IO_enter",
        "mine, own_event, ",
        "mine, generic, ",
        "mine, pid, ",
    })
    void eventsOfTheSchemaAreFoundByGroupAndName(String group, String name, String field) {
        var descriptor = SchemaEvents.find(new EventName(group, name));
        assertEquals(field, descriptor == null ? null : descriptor.getName());
    }

    @Test
    void pagesOfOtherSizesAreRead() {
        assertEquals(PageShape.DEFAULT, PageShape.parse(KernelFormats.HEADER_PAGE));
        assertEquals(PageShape.DEFAULT, PageShape.parse("damaged"));
        assertEquals(new PageShape(8, 16, 16384), PageShape.parse(KernelFormats.HEADER_PAGE.replace("4080", "16368")));
        String narrow = KernelFormats.HEADER_PAGE
                .replace("commit;\toffset:8;\tsize:8", "commit;\toffset:8;\tsize:4")
                .replace("data;\toffset:16;\tsize:4080", "data;\toffset:12;\tsize:4084");
        assertEquals(new PageShape(4, 12, 4096), PageShape.parse(narrow));
    }

    @Test
    void fieldsWhoseTypeChangedAreOmitted() {
        String changed = KernelFormats.SCHED_SWITCH.replace(
                "field:int next_prio;\toffset:60;\tsize:4;\tsigned:1;",
                "field:unsigned int next_prio;\toffset:60;\tsize:4;\tsigned:0;");
        RecordLayout layout = RecordLayout.parse(changed);
        assertNotNull(layout);
        EventPlan plan = EventPlanner.findKnown(new EventName("sched", "sched_switch"), layout);
        assertNotNull(plan);
        assertEquals(6, plan.columns);
        assertNull(CompactFormat.of(RecordLayout.parse(changed.replace("pid_t next_pid", "pid_t next")), layout));
    }
}
