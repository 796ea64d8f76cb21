package traceglass.ingest.perfetto.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.protobuf.TextFormat;
import org.junit.jupiter.api.Test;
import traceglass.protos.common.VmProgram;
import traceglass.protos.winscope.LayerProto;
import traceglass.protos.winscope.LayersProto;

/// The programs in this test modify a list of layers: field 1 of the message is a layer, whose field 1 is the id and
/// field 2 the name.
class PatchMachineTest {

    private static final LayersProto FIRST = LayersProto.newBuilder()
            .addLayers(LayerProto.newBuilder().setId(1).setName("one").setZ(4))
            .addLayers(LayerProto.newBuilder().setId(2).setName("two"))
            .build();

    private static final String MERGE_BY_ID = """
        instructions { select { relative_path { field_id: 1 is_repeated: true } }
          nested_instructions { select { relative_path { field_id: 1 } } nested_instructions { reg_load { dst_register: 3 } } }
          nested_instructions {
            select { cursor: VM_CURSOR_DST create_if_not_exist: true
              relative_path { field_id: 1 } relative_path { map_key_field_id: 1 register_to_match: 3 } }
            nested_instructions { merge { } } } }
        """;

    private static PatchMachine machine(String program, LayersProto first) throws Exception {
        return new PatchMachine(TextFormat.parse(program, VmProgram.class), first.toByteArray(), 1 << 20);
    }

    private static LayersProto patch(LayerProto.Builder... layers) {
        LayersProto.Builder builder = LayersProto.newBuilder();
        for (LayerProto.Builder layer : layers) {
            builder.addLayers(layer);
        }
        return builder.build();
    }

    @Test
    void mergesPatchElementsByKey() throws Exception {
        PatchMachine machine = machine(MERGE_BY_ID, FIRST);
        LayersProto after = LayersProto.parseFrom(machine.apply(patch(
                        LayerProto.newBuilder().setId(1).setName("changed"),
                        LayerProto.newBuilder().setId(3).setName("new"))
                .toByteArray()));
        assertEquals("changed/4 two/0 new/0", text(after));
        after = LayersProto.parseFrom(
                machine.apply(patch(LayerProto.newBuilder().setId(2).setZ(9)).toByteArray()));
        assertEquals("changed/4 two/9 new/0", text(after), "the state is kept between patches");
    }

    private static String text(LayersProto layers) {
        return String.join(
                " ",
                layers.getLayersList().stream()
                        .map(l -> l.getName() + "/" + l.getZ())
                        .toList());
    }

    @Test
    void replacesAllElementsOfARepeatedField() throws Exception {
        LayerProto before = LayerProto.newBuilder()
                .setId(1)
                .addChildren(5)
                .addChildren(6)
                .addChildren(7)
                .build();
        PatchMachine machine = new PatchMachine(
                TextFormat.parse("instructions { merge { } }", VmProgram.class), before.toByteArray(), 1 << 20);
        LayerProto after = LayerProto.parseFrom(
                machine.apply(LayerProto.newBuilder().addChildren(8).build().toByteArray()));
        assertEquals(java.util.List.of(8), after.getChildrenList());
        assertEquals(1, after.getId());
    }

    @Test
    void deletesFieldsNamedInAPatch() throws Exception {
        PatchMachine machine = machine("""
            instructions { select { relative_path { field_id: 1 } relative_path { field_id: 1 } } nested_instructions { reg_load { dst_register: 0 } } }
            instructions { select { cursor: VM_CURSOR_DST
              relative_path { field_id: 1 } relative_path { map_key_field_id: 1 register_to_match: 0 } } nested_instructions { del { } } }
            """, FIRST);
        assertEquals(
                "two/0",
                text(LayersProto.parseFrom(
                        machine.apply(patch(LayerProto.newBuilder().setId(1)).toByteArray()))));
    }

    @Test
    void skipsPacketsWithoutTheFieldsOfTheProgram() throws Exception {
        PatchMachine machine = machine(
                "instructions { select { relative_path { field_id: 77 } } nested_instructions { merge { } } }", FIRST);
        assertNull(machine.apply(patch().toByteArray()));
    }

    @Test
    void rejectsInvalidPrograms() throws Exception {
        for (String program : new String[] {
            "instructions { }",
            "instructions { reg_load { dst_register: 99 } }",
            "instructions { select { create_if_not_exist: true relative_path { field_id: 1 } } }",
            "instructions { select { cursor: VM_CURSOR_DST relative_path { field_id: 1 } relative_path { array_index:"
                    + " 50 } } }"
        }) {
            PatchMachine machine = machine(program, FIRST);
            assertThrows(PatchException.class, () -> machine.apply(FIRST.toByteArray()), program);
        }
    }
}
