// Reading a journal, as a run left it.

#include "conformance/cleanup/journal_lines.hpp"
#include "spec/base/file.hpp"
#include "spec/json/parse.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::cleanup {
namespace {

Result<void> add_line(const Json& line, int number, Contents& contents) {
    if (number > 1) return add_event(line, contents.entries);
    auto header = read_header(line);
    if (!header) return fail(header.error());
    contents.header = std::move(*header);
    return {};
}

}  // namespace

Result<Contents> read_journal(const std::string& path) {
    auto text = read_file(path);
    if (!text) return fail(text.error());
    Contents contents;
    int number = 0;
    for (std::size_t at = 0;;) {
        const std::size_t end = text->find('\n', at);
        if (end == std::string::npos && number == 0) {
            // A journal gets its name only once its first line is whole: this is somebody's file.
            return fail(
                ErrorCode::kInvalid,
                "this is no clean-up journal: it has no whole first line; it stays as it is",
                {path, 1, 0});
        }
        if (end == std::string::npos) return contents;  // what follows is half a line, or nothing
        ++number;
        auto line = parse_json(std::string_view(*text).substr(at, end - at), path);
        auto added = line ? add_line(*line, number, contents) : Result<void>(fail(line.error()));
        if (!added) {
            Error error = added.error();
            error.where = {path, number, line ? 0 : error.where.column};
            return fail(std::move(error));
        }
        at = end + 1;
        contents.whole_bytes = at;
    }
}

}  // namespace plumbline::cleanup
