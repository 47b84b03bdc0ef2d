#include "conformance/client/response_reader.hpp"

#include "spec/base/text.hpp"

#include <algorithm>
#include <charconv>

namespace plumbline::client {
namespace {

// A larger head is not the response of a JSON service; without a limit it could exhaust the memory.
constexpr std::size_t kMaxHead = std::size_t{256} * 1024U;

std::string_view without_line_end(std::string_view line) {
    if (!line.empty() && line.back() == '\n') line.remove_suffix(1);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    return line;
}

int status_of(std::string_view status_line) {
    const std::size_t blank = status_line.find(' ');
    if (blank == std::string_view::npos) return 0;
    const std::string_view rest = status_line.substr(blank + 1);
    int status = 0;
    std::from_chars(rest.data(), rest.data() + rest.size(), status);
    return status;
}

}  // namespace

bool ResponseReader::take_head_line(std::string_view line) {
    head_bytes_ += line.size();
    if (head_bytes_ > kMaxHead) {
        over_limit_ = true;
        return false;
    }
    line = without_line_end(line);
    const bool expects_status_line = response_.status == 0 || head_ended_;
    if (expects_status_line && line.substr(0, 5) == "HTTP/") {
        begin_head(line);
    } else if (line.empty()) {
        head_ended_ = true;
    } else if (!head_ended_) {
        take_field(line);
    }
    return true;
}

// A second head replaces the first: only an informational head can precede another.
void ResponseReader::begin_head(std::string_view status_line) {
    response_ = {};
    response_.status = status_of(status_line);
    head_ended_ = false;
}

void ResponseReader::take_field(std::string_view line) {
    const auto& fields = response_.headers.all();
    const bool is_folded = (line.front() == ' ' || line.front() == '\t') && !fields.empty();
    if (is_folded) {
        auto [name, value] = fields.back();
        value += ' ';
        value += trimmed(line);
        http::Headers unfolded;
        std::for_each(fields.begin(), fields.end() - 1, [&](const auto& field) {
            unfolded.add(field.first, field.second);
        });
        unfolded.add(std::move(name), std::move(value));
        response_.headers = std::move(unfolded);
        return;
    }
    const std::size_t colon = line.find(':');
    const std::string_view value = colon == std::string_view::npos ? "" : line.substr(colon + 1);
    response_.headers.add(std::string(line.substr(0, colon)), std::string(trimmed(value)));
}

bool ResponseReader::take_body(std::string_view bytes) {
    if (bytes.size() > max_body_ - response_.body.size()) {
        over_limit_ = true;
        return false;
    }
    response_.body.append(bytes);
    return true;
}

}  // namespace plumbline::client
