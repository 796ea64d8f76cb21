package traceglass.sql.demangle;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Parses types, template arguments and substitutions of a mangled name. Methods are named after the parts of the
/// grammar that they parse.
abstract class ItaniumTypes extends ItaniumReader {

    private static final Map<Character, String> BUILTIN = Map.ofEntries(
            Map.entry('v', "void"),
            Map.entry('w', "wchar_t"),
            Map.entry('b', "bool"),
            Map.entry('c', "char"),
            Map.entry('a', "signed char"),
            Map.entry('h', "unsigned char"),
            Map.entry('s', "short"),
            Map.entry('t', "unsigned short"),
            Map.entry('i', "int"),
            Map.entry('j', "unsigned int"),
            Map.entry('l', "long"),
            Map.entry('m', "unsigned long"),
            Map.entry('x', "long long"),
            Map.entry('y', "unsigned long long"),
            Map.entry('n', "__int128"),
            Map.entry('o', "unsigned __int128"),
            Map.entry('f', "float"),
            Map.entry('d', "double"),
            Map.entry('e', "long double"),
            Map.entry('g', "__float128"),
            Map.entry('z', "..."));
    /// Builtin types by the letter that follows `D`.
    private static final Map<Character, String> BUILTIN_AFTER_D = Map.of(
            'd',
            "decimal64",
            'e',
            "decimal128",
            'f',
            "decimal32",
            'h',
            "half",
            'i',
            "char32_t",
            's',
            "char16_t",
            'u',
            "char8_t",
            'a',
            "auto",
            'c',
            "decltype(auto)",
            'n',
            "std::nullptr_t");
    /// Abbreviations of names of the standard library, by the letter that follows `S`.
    static final Map<Character, Node> STANDARD = Map.of(
            'a',
            Node.of("std::allocator", "allocator"),
            'b',
            Node.of("std::basic_string", "basic_string"),
            's',
            Node.of("std::string", "basic_string"),
            'i',
            Node.of("std::istream", "basic_istream"),
            'o',
            Node.of("std::ostream", "basic_ostream"),
            'd',
            Node.of("std::iostream", "basic_iostream"));

    final List<Node> substitutions = new ArrayList<>();
    final List<Node> templateParams = new ArrayList<>();
    final List<PackNodes.Forward> forwardReferences = new ArrayList<>();
    /// Number of enclosing lambda parameter lists, in which undeclared template parameters are `auto`.
    int lambdaDepth;
    /// Whether template arguments after a type belong to it. False for the type of a conversion operator.
    boolean parsesTemplateArgs = true;
    /// Whether template parameters may refer to template arguments that follow them.
    boolean allowsForwardReferences;
    private int depth;

    ItaniumTypes(String name) {
        super(name);
    }

    /// Parses a name with its scopes.
    abstract Node className();

    abstract Node encoding();

    abstract Node expression();

    abstract Node literal();

    /// Starts a level of nesting.
    void enter() {
        if (++depth > MAX_DEPTH) {
            throw new MalformedName();
        }
    }

    /// Ends a level of nesting.
    void leave() {
        depth--;
    }

    Node addSubstitution(Node n) {
        substitutions.add(n);
        return n;
    }

    Node substitution() {
        expect('S');
        if (peek() >= 'a' && peek() <= 'z') {
            Node known = STANDARD.get(peek());
            if (known == null) {
                throw new MalformedName();
            }
            position++;
            Node tagged = abiTags(known);
            return tagged == known ? known : addSubstitution(tagged);
        }
        int index = sequenceId();
        if (index >= substitutions.size()) {
            throw new MalformedName();
        }
        return substitutions.get(index);
    }

    Node abiTags(Node name) {
        Node n = name;
        while (consumeIf('B')) {
            Node before = n;
            String tag = sourceName();
            n = Node.of(
                    out -> {
                        before.printLeft(out);
                        out.add("[abi:" + tag + "]");
                    },
                    before.baseName());
        }
        return n;
    }

    Node templateParam() {
        expect('T');
        if (consumeIf('L')) {
            sequenceId();
        }
        int index = sequenceId();
        if (allowsForwardReferences) {
            PackNodes.Forward f = new PackNodes.Forward(index);
            forwardReferences.add(f);
            return f;
        }
        if (index < templateParams.size()) {
            return templateParams.get(index);
        }
        if (lambdaDepth > 0) {
            return Node.of("auto");
        }
        throw new MalformedName();
    }

    /// @param isReferenced whether later `T_` references refer to these arguments
    Node templateArgs(boolean isReferenced) {
        expect('I');
        if (isReferenced) {
            templateParams.clear();
        }
        List<Node> args = new ArrayList<>();
        while (!consumeIf('E')) {
            if (isReferenced) {
                List<Node> outer = new ArrayList<>(templateParams);
                Node arg = templateArg();
                templateParams.clear();
                templateParams.addAll(outer);
                templateParams.add(arg instanceof PackNodes.Arguments pack ? new PackNodes.Pack(pack.elements) : arg);
                args.add(arg);
            } else {
                args.add(templateArg());
            }
        }
        return Node.of(out -> {
            out.add("<");
            Node.printList(out, args);
            out.add(">");
        });
    }

    Node templateArg() {
        switch (peek()) {
            case 'X' -> {
                position++;
                Node e = expression();
                expect('E');
                return e;
            }
            case 'J' -> {
                position++;
                List<Node> args = new ArrayList<>();
                while (!consumeIf('E')) {
                    args.add(templateArg());
                }
                return new PackNodes.Arguments(args);
            }
            case 'L' -> {
                if (peek(1) == 'Z') {
                    position += 2;
                    Node e = encoding();
                    expect('E');
                    return e;
                }
                return literal();
            }
            default -> {
                return type();
            }
        }
    }

    /// Returns a name with arguments; constructors use the name alone.
    static Node withArgs(Node name, Node args) {
        return Node.of(
                out -> {
                    name.print(out);
                    args.print(out);
                },
                name.baseName());
    }

    /// Parses `const`, `volatile`, `restrict`, as printed after a type.
    String qualifiers() {
        boolean isRestrict = consumeIf('r');
        boolean isVolatile = consumeIf('V');
        boolean isConst = consumeIf('K');
        return (isConst ? " const" : "") + (isVolatile ? " volatile" : "") + (isRestrict ? " restrict" : "");
    }

    Node type() {
        enter();
        Node t = typeWithinDepth();
        leave();
        return t;
    }

    private Node typeWithinDepth() {
        switch (peek()) {
            case 'r', 'V', 'K' -> {
                int ahead = 0;
                while ("rVK".indexOf(peek(ahead)) >= 0 && peek(ahead) != 0) {
                    ahead++;
                }
                boolean isFunction = peek(ahead) == 'F'
                        || peek(ahead) == 'D' && "oOwx".indexOf(peek(ahead + 1)) >= 0 && peek(ahead + 1) != 0;
                return addSubstitution(isFunction ? functionType() : qualifiedType());
            }
            case 'U' -> {
                return addSubstitution(qualifiedType());
            }
            case 'u' -> {
                position++;
                String vendor = sourceName();
                if (consumeIf('I')) {
                    Node operand = type();
                    expect('E');
                    return Node.of(out -> {
                        out.add(vendor + "(");
                        operand.print(out);
                        out.add(")");
                    });
                }
                return Node.of(vendor);
            }
            case 'D' -> {
                return typeD();
            }
            case 'F' -> {
                return addSubstitution(functionType());
            }
            case 'A' -> {
                return addSubstitution(arrayType());
            }
            case 'M' -> {
                position++;
                Node owner = type();
                return addSubstitution(TypeNodes.memberPointer(owner, type()));
            }
            case 'T' -> {
                if (peek(1) == 's' || peek(1) == 'u' || peek(1) == 'e') {
                    return addSubstitution(className());
                }
                Node param = templateParam();
                if (parsesTemplateArgs && peek() == 'I') {
                    substitutions.add(param);
                    return addSubstitution(withArgs(param, templateArgs(false)));
                }
                return addSubstitution(param);
            }
            case 'P' -> {
                position++;
                return addSubstitution(TypeNodes.pointer(type()));
            }
            case 'R' -> {
                position++;
                return addSubstitution(TypeNodes.reference(type(), false));
            }
            case 'O' -> {
                position++;
                return addSubstitution(TypeNodes.reference(type(), true));
            }
            case 'C' -> {
                position++;
                return addSubstitution(TypeNodes.suffixed(type(), " complex"));
            }
            case 'G' -> {
                position++;
                return addSubstitution(TypeNodes.suffixed(type(), " imaginary"));
            }
            case 'S' -> {
                if (peek(1) != 't') {
                    Node s = substitution();
                    if (parsesTemplateArgs && peek() == 'I') {
                        return addSubstitution(withArgs(s, templateArgs(false)));
                    }
                    return s;
                }
                return addSubstitution(className());
            }
            default -> {
                String builtin = BUILTIN.get(peek());
                if (builtin != null) {
                    position++;
                    return Node.of(builtin);
                }
                return addSubstitution(className());
            }
        }
    }

    private Node typeD() {
        String builtin = BUILTIN_AFTER_D.get(peek(1));
        if (builtin != null) {
            position += 2;
            return Node.of(builtin);
        }
        switch (peek(1)) {
            case 'F' -> {
                position += 2;
                int bits = number();
                boolean isBrainFloat = consumeIf('b');
                if (!isBrainFloat) {
                    expect('_');
                }
                return Node.of(isBrainFloat ? "std::bfloat" + bits + "_t" : "_Float" + bits);
            }
            case 'B', 'U' -> {
                String word = peek(1) == 'B' ? "_BitInt(" : "unsigned _BitInt(";
                position += 2;
                Node bits = atDigit() ? Node.of(digits(false)) : expression();
                expect('_');
                return Node.of(out -> {
                    out.add(word);
                    bits.print(out);
                    out.add(")");
                });
            }
            case 't', 'T' -> {
                return addSubstitution(decltype());
            }
            case 'p' -> {
                position += 2;
                return addSubstitution(PackNodes.expansion(type()));
            }
            case 'v' -> {
                position += 2;
                Node size;
                if (peek() == '_') {
                    position++;
                    size = expression();
                    expect('_');
                } else {
                    size = Node.of(digits(false));
                    expect('_');
                }
                if (consumeIf('p')) {
                    return addSubstitution(vector(Node.of("pixel"), size));
                }
                return addSubstitution(vector(type(), size));
            }
            case 'o', 'O', 'w', 'x' -> {
                return addSubstitution(functionType());
            }
            default -> throw new MalformedName();
        }
    }

    private static Node vector(Node element, Node size) {
        return Node.of(out -> {
            element.print(out);
            out.add(" vector[");
            size.print(out);
            out.add("]");
        });
    }

    Node decltype() {
        position += 2;
        Node e = expression();
        expect('E');
        return Node.of(out -> {
            out.add("decltype(");
            e.print(out);
            out.add(")");
        });
    }

    private Node qualifiedType() {
        if (consumeIf('U')) {
            String extension = sourceName();
            Node args = peek() == 'I' ? templateArgs(false) : null;
            Node qualified = qualifiedType();
            return Node.of(out -> {
                qualified.print(out);
                out.add(" " + extension);
                if (args != null) {
                    args.print(out);
                }
            });
        }
        String qualifiers = qualifiers();
        return TypeNodes.qualified(type(), qualifiers);
    }

    private Node functionType() {
        String qualifiers = qualifiers();
        Node exceptions = null;
        if (consumeIf("Do")) {
            exceptions = Node.of("noexcept");
        } else if (consumeIf("DO")) {
            Node e = expression();
            expect('E');
            exceptions = Node.of(out -> {
                out.add("noexcept(");
                e.print(out);
                out.add(")");
            });
        } else if (consumeIf("Dw")) {
            List<Node> types = new ArrayList<>();
            while (!consumeIf('E')) {
                types.add(type());
            }
            exceptions = Node.of(out -> {
                out.add("throw(");
                Node.printList(out, types);
                out.add(")");
            });
        }
        consumeIf("Dx");
        expect('F');
        consumeIf('Y');
        Node returns = type();
        List<Node> parameters = new ArrayList<>();
        String reference = "";
        while (!consumeIf('E')) {
            if (consumeIf('v')) {
                continue;
            }
            if (consumeIf("RE")) {
                reference = " &";
                break;
            }
            if (consumeIf("OE")) {
                reference = " &&";
                break;
            }
            parameters.add(type());
        }
        return TypeNodes.function(returns, parameters, qualifiers + reference, exceptions);
    }

    private Node arrayType() {
        expect('A');
        Node size = null;
        if (atDigit()) {
            size = Node.of(digits(false));
            expect('_');
        } else if (!consumeIf('_')) {
            size = expression();
            expect('_');
        }
        return TypeNodes.array(type(), size);
    }
}
