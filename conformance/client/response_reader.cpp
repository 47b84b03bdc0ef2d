#include "conformance/client/response_reader.hpp"

#include "spec/base/text.hpp"

#include <fmt/format.h>

#include <utility>

namespace plumbline::client {
namespace {

// A larger head is not the response of a JSON service; without a limit it could exhaust the memory.
constexpr std::size_t kMaxHead = std::size_t{256} * 1024U;
constexpr int kSwitchingProtocols = 101;

}  // namespace

bool ResponseReader::take_head_line(std::string_view line) {
    head_bytes_ += line.size();
    if (head_bytes_ > kMaxHead) {
        refuse_head("more bytes");
        return false;
    }
    if (has_complete_head()) return true;  // a trailer
    const bool is_first = version_.empty() || head_ended_;
    http::check_head_line(line, is_first, violations_);
    const std::string_view text = without_line_end(line);
    if (is_first) {
        begin_head(text);
    } else if (text.empty()) {
        end_head();
    } else {
        take_field(text);
    }
    return !framing_.is_unknown;
}

// A second head replaces the first: only an informational head can precede another.
void ResponseReader::begin_head(std::string_view status_line) {
    response_ = {};
    response_.status = http::read_status(status_line);
    version_ = status_line.substr(0, status_line.find(' '));
    head_ended_ = false;
}

// A folded line continues the field before it.
void ResponseReader::take_field(std::string_view line) {
    if ((line.front() == ' ' || line.front() == '\t') && field_) {
        field_->second += ' ';
        field_->second += trimmed(line);
        return;
    }
    store_field();
    const std::size_t colon = line.find(':');
    const std::string_view value = colon == std::string_view::npos ? "" : line.substr(colon + 1);
    field_.emplace(line.substr(0, colon), trimmed(value));
}

void ResponseReader::store_field() {
    if (field_) response_.headers.add(std::move(field_->first), std::move(field_->second));
    field_.reset();
}

void ResponseReader::end_head() {
    store_field();
    head_ended_ = true;
    framing_ = http::read_body_framing(version_, response_.status, response_.headers);
    framing_.is_unknown = framing_.is_unknown && http::has_content(method_, response_.status);
    violations_.insert(violations_.end(), framing_.violations.begin(), framing_.violations.end());
    // Source: RFC 9110, section 15.2.2. This client offers no other protocol.
    if (response_.status == kSwitchingProtocols)
        add_violation("no change of the protocol, which was not offered", "status 101");
}

void ResponseReader::refuse_head(std::string what) {
    over_limit_ = true;
    add_violation(fmt::format("a head of at most {} bytes", kMaxHead), std::move(what));
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
    note_chunk_violations();
    return true;
}

// The first one explains the others.
void ResponseReader::note_chunk_violations() {
    if (chunks_.violations().empty() || has_chunk_violation_) return;
    has_chunk_violation_ = true;
    const sse::FramingViolation& first = chunks_.violations().front();
    add_violation("a body in the chunked coding",
                  fmt::format("byte {} of the body: {}", first.offset, first.text));
}

void ResponseReader::add_violation(std::string expected, std::string got) {
    violations_.push_back({std::move(expected), std::move(got)});
}

}  // namespace plumbline::client
