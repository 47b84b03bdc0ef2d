#include "conformance/client/response_reader.hpp"

#include "spec/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>

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
    const std::string_view text = without_line_end(line);
    const bool expects_status_line = response_.status == 0 || head_ended_;
    if (expects_status_line && text.substr(0, 5) == "HTTP/") {
        begin_head(text);
    } else if (head_ended_) {
        return true;  // a trailer
    } else if (!text.empty()) {
        take_field(text);
    }
    head_lines_.emplace_back(line);
    if (text.empty()) end_head();
    return !framing_.is_unknown;
}

// A second head replaces the first: only an informational head can precede another.
void ResponseReader::begin_head(std::string_view status_line) {
    response_ = {};
    head_lines_.clear();
    response_.status = status_of(status_line);
    head_ended_ = false;
}

void ResponseReader::end_head() {
    head_ended_ = true;
    if (response_.status < 200) return;
    const std::string_view version = std::string_view(head_lines_.front()).substr(0, 8);
    framing_ = http::read_body_framing(version, response_.status, response_.headers);
    auto violations = http::check_head_lines(head_lines_);
    framing_.violations.insert(framing_.violations.begin(),
                               std::make_move_iterator(violations.begin()),
                               std::make_move_iterator(violations.end()));
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

bool ResponseReader::store(std::string_view content) {
    if (content.size() > max_body_ - response_.body.size()) {
        over_limit_ = true;
        return false;
    }
    response_.body.append(content);
    return true;
}

bool ResponseReader::take_body(std::string_view bytes) {
    if (!framing_.is_chunked) return store(bytes);
    chunks_.feed(bytes);
    while (const auto slice = chunks_.next()) {
        if (!store(slice->bytes)) return false;
    }
    return true;
}

void ResponseReader::check_body(std::string_view bytes) {
    if (!framing_.is_chunked) return;
    chunks_.feed(bytes);
    while (chunks_.next()) continue;
}

void ResponseReader::add_violation(std::string expected, std::string got) {
    framing_.violations.push_back({std::move(expected), std::move(got)});
}

std::vector<http::MessageViolation> ResponseReader::violations() const {
    std::vector<http::MessageViolation> violations = framing_.violations;
    for (const sse::FramingViolation& one : chunks_.violations()) {
        violations.push_back({"a body in the chunked coding",
                              fmt::format("byte {} of the body: {}", one.offset, one.text)});
    }
    return violations;
}

}  // namespace plumbline::client
