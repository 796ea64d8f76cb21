package traceglass.app.cli.query;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import traceglass.app.io.CommandOutput;
import traceglass.app.io.Failure;
import traceglass.app.io.OutputTexts;

/// SQL that is read from a file named in the arguments of a command.
public final class SqlArgument {

    private SqlArgument() {}

    /// Returns the text of a file, or of standard input if the name is `-`.
    public static String read(String file) throws Failure {
        try {
            return file.equals("-")
                    ? new String(System.in.readAllBytes(), StandardCharsets.UTF_8)
                    : Files.readString(Path.of(file));
        } catch (MalformedInputException e) {
            throw new Failure(OutputTexts.notUtf8(file), e);
        } catch (IOException e) {
            throw new Failure(QueryTexts.cantReadSql(file, CommandOutput.reason(e)), e);
        }
    }
}
