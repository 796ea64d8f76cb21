package traceglass.sql.demangle;

import java.util.ArrayList;
import java.util.List;

/// Parses entities without a name: unnamed types, blocks and lambdas.
abstract class ItaniumUnnamed extends ItaniumExpressions {

    ItaniumUnnamed(String name) {
        super(name);
    }

    /// Parses an unnamed type, the code of a block, or a lambda.
    final Node unnamed() {
        if (consumeIf("Ut")) {
            String count = digits(false);
            expect('_');
            return Node.of("'unnamed" + count + "'", "");
        }
        if (consumeIf("Ub")) {
            digits(false);
            expect('_');
            return Node.of("'block-literal'");
        }
        if (!consumeIf("Ul")) {
            throw new MalformedName();
        }
        List<Node> outer = new ArrayList<>(templateParams);
        lambdaDepth++;
        List<Node> parameters = new ArrayList<>();
        List<Node> declared = new ArrayList<>();
        while (peek() == 'T' && (peek(1) == 'y' || peek(1) == 'n' || peek(1) == 't' || peek(1) == 'p')) {
            declared.add(lambdaParameter(declared.size()));
        }
        if (!consumeIf('v')) {
            do {
                parameters.add(type());
            } while (peek() != 'E');
        }
        expect('E');
        lambdaDepth--;
        templateParams.clear();
        templateParams.addAll(outer);
        String count = digits(false);
        expect('_');
        return Node.of(out -> {
            out.add("'lambda" + count + "'");
            if (!declared.isEmpty()) {
                out.add("<");
                Node.printList(out, declared);
                out.add(">");
            }
            out.add("(");
            Node.printList(out, parameters);
            out.add(")");
        });
    }

    private Node lambdaParameter(int index) {
        if (consumeIf("Tp")) {
            return lambdaParameterKind(index, "...");
        }
        return lambdaParameterKind(index, "");
    }

    private Node lambdaParameterKind(int index, String dots) {
        String suffix = index == 0 ? "" : Integer.toString(index - 1);
        if (consumeIf("Ty")) {
            templateParams.add(Node.of("$T" + suffix));
            return Node.of("typename" + dots + " $T" + suffix);
        }
        if (consumeIf("Tn")) {
            templateParams.add(Node.of("$N" + suffix));
            Node type = type();
            return Node.of(out -> {
                type.printLeft(out);
                out.add(dots + " $N" + suffix);
                type.printRight(out);
            });
        }
        if (consumeIf("Tt")) {
            List<Node> inner = new ArrayList<>();
            while (!consumeIf('E')) {
                inner.add(lambdaParameter(inner.size()));
            }
            templateParams.add(Node.of("$TT" + suffix));
            return Node.of(out -> {
                out.add("template<");
                Node.printList(out, inner);
                out.add("> typename" + dots + " $TT" + suffix);
            });
        }
        throw new MalformedName();
    }
}
