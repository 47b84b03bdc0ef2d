#pragma once
// The statuses of gateways.

namespace plumbline::http {

/// Returns whether only a gateway answers with a status: it reaches no service behind it (502,
/// 504), or it is one of 520 to 530, which some gateways use and no standard defines.
[[nodiscard]] constexpr bool is_gateway_status(int status) {
    return status == 502 || status == 504 || (status >= 520 && status <= 530);
}

}  // namespace plumbline::http
