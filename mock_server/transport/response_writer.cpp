#include "mock_server/transport/response_writer.hpp"

#include "spec/base/text.hpp"
#include "spec/http/date.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <ctime>
#include <string>

namespace plumbline::mock {
namespace {

/// The fields that frame a message: only the transport sets them.
constexpr std::array<std::string_view, 4> kFramingFields{
    "Content-Length", "Transfer-Encoding", "Connection", "Keep-Alive"};

bool is_framing_field(std::string_view name) {
    return std::any_of(kFramingFields.begin(), kFramingFields.end(), [&](std::string_view field) {
        return equals_ignoring_case(field, name);
    });
}

/// Returns whether a message with this status never has a body.
bool is_bodiless(int status) {
    return status < 200 || status == 204 || status == 304;
}

/// Returns whether only a fault sets this field: the length of a stream, or the framing of a body
/// that the message never has.
bool is_of_fault(const EngineResponse& response, std::string_view name) {
    const bool is_length = equals_ignoring_case(name, "Content-Length");
    const bool is_coding = equals_ignoring_case(name, "Transfer-Encoding");
    return is_bodiless(response.status) ? is_length || is_coding : response.stream && is_length;
}

/// Writes a field; line ends in the value are replaced, so that a value cannot inject fields.
void write_field(std::string_view name, std::string_view value, std::string& head) {
    const auto begin = static_cast<std::ptrdiff_t>(head.size());
    head += name;
    head += ": ";
    head += value;
    std::replace_if(
        head.begin() + begin,
        head.end(),
        [](char c) { return c == '\r' || c == '\n' || c == '\0'; },
        ' ');
    head += "\r\n";
}

void write_status_line(int status, std::string& head) {
    head += "HTTP/1.1 ";
    head += std::to_string(status);
    head += ' ';
    head += http::reason_phrase(status);
    head += "\r\n";
}

/// Writes the fields of a response, without those that the transport adds.
void write_own_fields(const EngineResponse& response,
                      const ResponseFraming& framing,
                      std::string& head) {
    if (!framing.date.empty() && !response.headers.has("Date"))
        write_field("Date", framing.date, head);
    for (const auto& [name, value] : response.headers.all()) {
        if (is_of_fault(response, name) || !is_framing_field(name)) write_field(name, value, head);
    }
    if (!is_bodiless(response.status) && response.body && !response.headers.has("Content-Type"))
        write_field("Content-Type", "application/json", head);
}

std::string write_head(const EngineResponse& response,
                       const ResponseFraming& framing,
                       std::size_t body_size) {
    constexpr std::size_t kMostHeads = 256;
    std::string text;
    text.reserve(kMostHeads);
    write_status_line(response.status, text);
    write_own_fields(response, framing, text);
    if (!is_bodiless(response.status)) {
        if (!response.stream)
            write_field("Content-Length", std::to_string(body_size), text);
        else if (framing.minor_version > 0)
            write_field("Transfer-Encoding", "chunked", text);
    }
    if (!framing.keep_alive) {
        write_field("Connection", "close", text);
    } else if (framing.minor_version == 0) {
        write_field("Connection", "keep-alive", text);
    }
    text += "\r\n";
    return text;
}

/// Returns the bytes of a message that a fault writes.
std::string write_raw(const EngineResponse& response, const ResponseFraming& framing) {
    std::string status_line;
    std::string fields;
    write_status_line(response.status, status_line);
    write_own_fields(response, framing, fields);
    const std::string& body = *response.body;
    std::string raw = replace_all(response.raw, "{status_line}", status_line);
    raw = replace_all(raw, "{size}", std::to_string(body.size()));
    raw = replace_all(raw, "{hex}", fmt::format("{:x}", body.size()));
    raw = replace_all(raw, "{fields}", fields);
    return replace_all(raw, "{body}", body);
}

}  // namespace

std::string_view current_date() {
    thread_local std::time_t made_at = 0;
    thread_local std::string date;
    const std::time_t now = std::time(nullptr);
    if (now != made_at) {
        date = http::http_date(std::chrono::sys_seconds(std::chrono::seconds(now)));
        made_at = now;
    }
    return date;
}

void write_response(const EngineResponse& response,
                    const ResponseFraming& framing,
                    SendQueue& output) {
    if (!response.raw.empty() && response.body && !framing.is_head_request) {
        output.append(write_raw(response, framing));
        return;
    }
    const std::string_view body = response.body ? std::string_view(*response.body) : "";
    output.append(write_head(response, framing, body.size()));
    if (!framing.is_head_request && !is_bodiless(response.status)) output.append(body);
}

}  // namespace plumbline::mock
