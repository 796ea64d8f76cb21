/// The command `help`: the help of commands, texts about topics, and suggestions for misspelled words.
@NullMarked
package traceglass.app.cli.help;

import org.jspecify.annotations.NullMarked;
