// Reads a journal from its file.

#include "conformance/cleanup/journal_lines.hpp"
#include "spec/base/file.hpp"
#include "spec/json/parse.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::cleanup {
namespace {

constexpr std::size_t kMaxDamage = 10;  ///< errors that are stored

Result<void> add_line(const Json& line,
                      int number,
                      std::size_t& unread_lines,
                      JournalContents& contents) {
    if (number > 1) return add_event(line, unread_lines, contents.entries);
    auto header = read_header(line);
    if (!header) return fail(header.error());
    contents.header = std::move(*header);
    return {};
}

}  // namespace

Result<JournalContents> read_journal(const std::string& path) {
    auto text = read_file(path);
    if (!text) return fail(text.error());
    JournalContents contents;
    int number = 0;
    std::size_t unread_lines = 0;
    for (std::size_t at = 0;;) {
        const std::size_t end = text->find('\n', at);
        if (end == std::string::npos && number == 0) {
            // A journal gets its final name only after its first line is complete: this is another
            // file.
            return fail(ErrorCode::kInvalid,
                        "this is not a clean-up journal: it has no complete first line; it is left "
                        "unchanged",
                        {path, 1, 0});
        }
        if (end == std::string::npos) return contents;  // the rest is an incomplete line, or empty
        ++number;
        auto line = parse_json(std::string_view(*text).substr(at, end - at), path);
        auto added = line ? add_line(*line, number, unread_lines, contents)
                          : Result<void>(fail(line.error()));
        if (!added) {
            Error error = added.error();
            error.where = {path, number, line ? 0 : error.where.column};
            if (number == 1) return fail(std::move(error));
            ++unread_lines;
            if (contents.damage.size() < kMaxDamage) contents.damage.push_back(std::move(error));
        }
        at = end + 1;
        contents.complete_bytes = at;
    }
}

}  // namespace plumbline::cleanup
