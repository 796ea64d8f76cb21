package traceglass.ingest.perfetto.patch;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import traceglass.protos.common.VmCursorEnum;
import traceglass.protos.common.VmInstruction;
import traceglass.protos.common.VmInstruction.AbortLevel;
import traceglass.protos.common.VmOpSelect;
import traceglass.protos.common.VmOpSelect.PathComponent;
import traceglass.protos.common.VmProgram;

/// Interpreter of a program from the trace that applies patches: it traverses the patch (the source) and the state
/// (the destination) and moves, merges and deletes fields. The instructions are described in the format's
/// protovm.proto.
final class PatchMachine {

    private static final int REGISTERS = 32;
    /// Maximum nesting depth of instructions, above that of any compiled program.
    private static final int MAX_DEPTH = 200;

    private final VmProgram program;
    private final long limitBytes;
    private final PatchNode state = new PatchNode();
    private final Long[] registers = new Long[REGISTERS];

    private PatchSource source;
    private Target target;
    private Target saved;
    private boolean isOnSource;
    private boolean createsMissing;
    private int depth;

    /// A position in the state. It includes the containing collection if the node can be deleted.
    private record Target(PatchNode node, TreeMap<Long, PatchNode> container, long key) {

        boolean isRoot() {
            return container == null;
        }
    }

    /// @param first initial state; may be empty
    /// @param limitBytes maximum size of the state in bytes
    PatchMachine(VmProgram program, byte[] first, long limitBytes) throws PatchException {
        this.program = program;
        this.limitBytes = limitBytes;
        if (first.length > 0) {
            state.setBytes(first);
        }
    }

    /// Applies a patch.
    ///
    /// @return the whole state, or null if the program ignores the patch
    /// @throws PatchException if the program performs an invalid operation
    byte[] apply(byte[] patch) throws PatchException {
        source = PatchSource.of(patch);
        target = new Target(state, null, 0);
        saved = null;
        depth = 0;
        if (!run(program.getInstructionsList())) {
            return null;
        }
        byte[] bytes = state.serialize();
        if (bytes.length > limitBytes) {
            throw new PatchException("state too large");
        }
        return bytes;
    }

    /// Runs instructions. Returns false if an instruction had no operand and also aborts the instructions after it.
    private boolean run(List<VmInstruction> instructions) throws PatchException {
        for (VmInstruction instruction : instructions) {
            if (run(instruction)) {
                continue;
            }
            AbortLevel level = instruction.hasAbortLevel()
                    ? instruction.getAbortLevel()
                    : AbortLevel.SKIP_CURRENT_INSTRUCTION_AND_BREAK_OUTER;
            switch (level) {
                case SKIP_CURRENT_INSTRUCTION -> {}
                case SKIP_CURRENT_INSTRUCTION_AND_BREAK_OUTER -> {
                    return false;
                }
                case ABORT -> throw new PatchException("mandatory instruction failed");
            }
        }
        return true;
    }

    private boolean run(VmInstruction instruction) throws PatchException {
        switch (instruction.getOperationCase()) {
            case SELECT -> {
                return select(instruction);
            }
            case REG_LOAD -> {
                int register = instruction.getRegLoad().getDstRegister();
                boolean isFromSource = isSource(
                        instruction.getRegLoad().hasCursor(),
                        instruction.getRegLoad().getCursor());
                if (isFromSource && !source.isNumber() || register < 0 || register >= REGISTERS) {
                    throw new PatchException("nothing to load, or no target register");
                }
                registers[register] = isFromSource ? source.number() : node().number();
            }
            case MERGE -> {
                if (source.isNumber()) {
                    throw new PatchException("merge of a number");
                }
                node().merge(
                                source.bytes(),
                                instruction.getMerge().getSkipSubmessages(),
                                instruction.getMerge().getDelIfSrcEmpty());
            }
            case SET -> {
                if (source.isNumber()) {
                    node().setNumber(source.wire(), source.number());
                } else {
                    node().setBytes(source.bytes());
                }
            }
            case DEL -> delete();
            default -> throw new PatchException("unknown instruction");
        }
        return runNested(instruction);
    }

    private boolean runNested(VmInstruction instruction) throws PatchException {
        if (++depth > MAX_DEPTH) {
            throw new PatchException("instructions nested too deeply");
        }
        boolean ok = run(instruction.getNestedInstructionsList());
        depth--;
        return ok;
    }

    private static boolean isSource(boolean hasCursor, VmCursorEnum cursor) {
        return !hasCursor || cursor == VmCursorEnum.VM_CURSOR_SRC;
    }

    private PatchNode node() throws PatchException {
        if (target.node == null) {
            throw new PatchException("use of a deleted node");
        }
        return target.node;
    }

    private void delete() throws PatchException {
        if (target.isRoot()) {
            node().clear();
            return;
        }
        if (saved != null && saved.node == node()) {
            throw new PatchException("deletion of the node of an outer instruction");
        }
        target.container.remove(target.key);
        target = new Target(null, target.container, target.key);
    }

    private boolean select(VmInstruction instruction) throws PatchException {
        PatchSource sourceBefore = source;
        Target targetBefore = target;
        Target savedBefore = saved;
        boolean wasOnSource = isOnSource;
        boolean createdMissingBefore = createsMissing;
        VmOpSelect select = instruction.getSelect();
        saved = targetBefore;
        isOnSource = isSource(select.hasCursor(), select.getCursor());
        createsMissing = select.getCreateIfNotExist();
        if (isOnSource && createsMissing) {
            throw new PatchException("creation of a field in the patch");
        }
        boolean ok = enter(instruction, new ArrayList<>(select.getRelativePathList()), 0, select.getCursor());
        source = sourceBefore;
        target = targetBefore;
        saved = savedBefore;
        isOnSource = wasOnSource;
        createsMissing = createdMissingBefore;
        return ok;
    }

    private boolean enter(VmInstruction instruction, List<PathComponent> path, int depth, VmCursorEnum cursor)
            throws PatchException {
        if (depth == path.size()) {
            return runNested(instruction);
        }
        PathComponent component = path.get(depth);
        if (!component.hasFieldId()) {
            throw new PatchException("path without a field");
        }
        int field = component.getFieldId();
        if (component.getIsRepeated()) {
            return enterEach(instruction, path, depth, field, cursor);
        }
        PathComponent next = depth + 1 < path.size() ? path.get(depth + 1) : PathComponent.getDefaultInstance();
        boolean isIndexed = next.hasArrayIndex();
        boolean isKeyed = !isIndexed && next.hasMapKeyFieldId();
        boolean isFound;
        if (isOnSource) {
            if (isKeyed) {
                throw new PatchException("lookup by key in a patch");
            }
            PatchSource entered = source.field(field, isIndexed ? next.getArrayIndex() & 0xFFFF_FFFFL : 0);
            isFound = entered != null;
            source = isFound ? entered : source;
        } else if (isIndexed) {
            enterElement(field, next.getArrayIndex() & 0xFFFF_FFFFL);
            isFound = true;
        } else if (isKeyed) {
            isFound = enterKey(field, next);
        } else {
            isFound = enterField(field);
        }
        return isFound && enter(instruction, path, depth + (isIndexed || isKeyed ? 2 : 1), cursor);
    }

    private boolean enterEach(
            VmInstruction instruction, List<PathComponent> path, int depth, int field, VmCursorEnum cursor)
            throws PatchException {
        if (isOnSource) {
            for (PatchSource element : source.fields(field)) {
                source = element;
                if (!enter(instruction, path, depth + 1, cursor)) {
                    return false;
                }
            }
            return true;
        }
        if (cursor != VmCursorEnum.VM_CURSOR_DST) {
            throw new PatchException("iteration over both patch and state");
        }
        node().convertToMessage();
        PatchNode list = node().children().get((long) field);
        if (list != null) {
            list.convertToList();
            for (PatchNode element : List.copyOf(list.children().values())) {
                target = new Target(element, null, 0);
                if (!enter(instruction, path, depth + 1, cursor)) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean hasOrCreates(int field) throws PatchException {
        node().convertToMessage();
        return createsMissing || node().children().containsKey((long) field);
    }

    private PatchNode fieldNode(int field) throws PatchException {
        node().convertToMessage();
        return node().children().computeIfAbsent((long) field, f -> new PatchNode());
    }

    private boolean enterField(int field) throws PatchException {
        if (!hasOrCreates(field)) {
            return false;
        }
        PatchNode entered = fieldNode(field);
        if (entered.kind() == PatchNode.Kind.LIST || entered.kind() == PatchNode.Kind.MAP) {
            throw new PatchException("repeated field accessed as a singular one");
        }
        target = new Target(entered, node().children(), field);
        return true;
    }

    private void enterElement(int field, long index) throws PatchException {
        PatchNode list = fieldNode(field);
        list.convertToList();
        PatchNode element = list.children().get(index);
        if (element == null) {
            if (index > list.children().size()) {
                throw new PatchException("element added beyond the end of a list");
            }
            element = new PatchNode();
            list.children().put(index, element);
        }
        target = new Target(element, list.children(), index);
    }

    private boolean enterKey(int field, PathComponent next) throws PatchException {
        int register = next.getRegisterToMatch();
        if (!next.hasRegisterToMatch() || register < 0 || register >= REGISTERS || registers[register] == null) {
            throw new PatchException("map key without a register");
        }
        if (!hasOrCreates(field)) {
            return false;
        }
        PatchNode map = fieldNode(field);
        map.convertToMap(next.getMapKeyFieldId());
        long key = registers[register] & 0xFFFF_FFFFL;
        target = new Target(map.children().computeIfAbsent(key, k -> new PatchNode()), map.children(), key);
        return true;
    }
}
