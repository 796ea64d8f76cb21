package traceglass.sdk.agent;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.attribute.StackMapFrameInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.ObjectVerificationTypeInfo;
import java.lang.classfile.attribute.StackMapTableAttribute;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Adds calls to [MethodTrace] to the bytecode of methods: at the start, before each return, and in an exception
/// handler around the body. In constructors, the slice begins after the superclass constructor call, because an
/// uninitialized `this` must not reach a handler.
///
/// Keeps the stack maps of the methods and adds one frame without locals for the handler. Computing stack maps instead
/// would require loading other classes.
final class MethodInstrumenter {

    /// By default, the JIT does not compile larger methods, and inserted calls lengthen jumps.
    private static final int MAX_CODE_BYTES = 8000;
    /// First class file version that requires stack maps.
    private static final int MIN_STACK_MAP_VERSION = ClassFile.JAVA_7_VERSION;

    private static final ClassDesc TRACE = ClassDesc.of(MethodTrace.class.getName());
    private static final ClassDesc THROWABLE = ClassDesc.of("java.lang.Throwable");
    private static final MethodTypeDesc ENTER_TYPE = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_String);
    private static final MethodTypeDesc EXIT_TYPE = MethodTypeDesc.of(ConstantDescs.CD_void, THROWABLE);

    private final ClassFile classFile = ClassFile.of(ClassFile.StackMapsOption.DROP_STACK_MAPS);
    private int count;

    /// Returns the number of methods instrumented so far.
    int count() {
        return count;
    }

    /// Returns the instrumented class, or null if no method is selected.
    ///
    /// @param isSelected whether to instrument methods with a given name
    byte @Nullable [] instrument(byte[] bytes, Predicate<String> isSelected) {
        ClassModel model = classFile.parse(bytes);
        if (model.majorVersion() < MIN_STACK_MAP_VERSION
                || model.methods().stream().noneMatch(m -> isCandidate(m, isSelected))) {
            return null;
        }
        String prefix = displayName(model.thisClass().asInternalName());
        return classFile.transformClass(model, (builder, element) -> {
            if (element instanceof MethodModel method && isCandidate(method, isSelected)) {
                count++;
                String name = sliceName(prefix, method);
                builder.transformMethod(method, (methodBuilder, part) -> {
                    if (part instanceof CodeModel code) {
                        methodBuilder.transformCode(code, new Body(method, name));
                    } else {
                        methodBuilder.with(part);
                    }
                });
            } else {
                builder.with(element);
            }
        });
    }

    private static boolean isCandidate(MethodModel method, Predicate<String> isSelected) {
        String name = method.methodName().stringValue();
        return !name.equals(ConstantDescs.CLASS_INIT_NAME)
                && method.code().isPresent()
                && !method.flags().has(AccessFlag.BRIDGE)
                && !method.flags().has(AccessFlag.SYNTHETIC)
                && method.code().get() instanceof CodeAttribute code
                && code.codeLength() <= MAX_CODE_BYTES
                && isSelected.test(name)
                && (!isConstructor(method) || superCall(code) >= 0);
    }

    private static boolean isConstructor(MethodModel method) {
        return method.methodName().equalsString(ConstantDescs.INIT_NAME);
    }

    /// Returns the index of the `super(…)` or `this(…)` call, or -1 if it can't be determined.
    private static int superCall(CodeModel code) {
        int found = -1;
        int index = 0;
        int pending = 0;
        for (CodeElement element : code) {
            if (element instanceof NewObjectInstruction) {
                pending++;
            } else if (element instanceof InvokeInstruction call
                    && call.opcode() == Opcode.INVOKESPECIAL
                    && call.name().equalsString(ConstantDescs.INIT_NAME)
                    && --pending < 0) {
                if (found >= 0) {
                    return -1;
                }
                found = index;
                pending = 0;
            }
            index++;
        }
        return found;
    }

    private static String displayName(String internalName) {
        return internalName.substring(internalName.lastIndexOf('/') + 1).replace('$', '.');
    }

    private static String sliceName(String prefix, MethodModel method) {
        return isConstructor(method)
                ? "new " + prefix
                : prefix + "." + method.methodName().stringValue();
    }

    /// Transforms the code of one method.
    private static final class Body implements CodeTransform {

        private final String name;
        private final int superCallIndex;
        private final List<StackMapFrameInfo> frames = new ArrayList<>();
        private int position;
        private @Nullable Label start;

        Body(MethodModel method, String name) {
            this.name = name;
            CodeModel code = method.code().orElseThrow();
            superCallIndex = isConstructor(method) ? superCall(code) : -1;
            code.findAttribute(Attributes.stackMapTable()).ifPresent(table -> frames.addAll(table.entries()));
        }

        @Override
        public void atStart(CodeBuilder builder) {
            if (superCallIndex < 0) {
                enter(builder);
            }
        }

        private void enter(CodeBuilder builder) {
            builder.ldc(name).invokestatic(TRACE, "enter", ENTER_TYPE);
            start = builder.newBoundLabel();
        }

        @Override
        public void accept(CodeBuilder builder, CodeElement element) {
            int index = position++;
            if (element instanceof StackMapTableAttribute) {
                return;
            }
            if (element instanceof ReturnInstruction && start != null) {
                builder.invokestatic(TRACE, "exit", ConstantDescs.MTD_void);
            }
            builder.with(element);
            if (index == superCallIndex) {
                enter(builder);
            }
        }

        @Override
        public void atEnd(CodeBuilder builder) {
            if (start == null) {
                return;
            }
            Label end = builder.newBoundLabel();
            builder.exceptionCatch(start, end, end, Optional.empty());
            builder.dup().invokestatic(TRACE, "exit", EXIT_TYPE).athrow();
            frames.add(StackMapFrameInfo.of(end, List.of(), List.of(ObjectVerificationTypeInfo.of(THROWABLE))));
            builder.with(StackMapTableAttribute.of(frames));
        }
    }
}
